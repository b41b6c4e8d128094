"""Why an act cannot be begun, where the store gives no reason of its own."""

from sayso_client.decision import Act

REFUSED = {
    Act.ANSWER: "This store takes no answer to it now.",
    Act.CONFIRM: "Nothing is proposed that could be confirmed.",
    Act.DISMISS: "This store does not let it be dismissed now.",
    Act.RETRACT: "There is no answer to take back.",
    Act.NOTE: "This store keeps no notes.",
}
