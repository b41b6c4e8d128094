from command_line import Sayso


def test_a_claim_is_kept_and_shown_and_settles_nothing(sayso: Sayso) -> None:
    sayso.ask()
    ran = sayso("claim", "acme/db", "--option", "pg", "--basis", "said in session 42, 10:05")
    assert (ran.code, ran.out) == (0, "")
    shown = sayso("show", "acme/db", "--json").json
    assert (shown["state"], shown["waiting"], shown["settlement"]) == ("open", True, None)
    (claim,) = shown["claims"]
    assert (claim["option"], claim["text"], claim["basis"]) == ("pg", "PostgreSQL", "said in session 42, 10:05")


def test_a_claim_needs_what_was_decided_and_where(sayso: Sayso) -> None:
    sayso.ask()
    assert sayso("claim", "acme/db", "--basis", "a mail").code == 2
    assert sayso("claim", "acme/db", "--option", "pg").code == 2
    ran = sayso("claim", "acme/db", "--option", "nosuch", "--basis", "a mail")
    assert ran.code == 2 and "no option" in ran.err
    assert sayso.types() == ["raised"]


def test_a_claim_on_nothing_ends_with_1(sayso: Sayso) -> None:
    assert sayso("claim", "no/such", "--text", "yes", "--basis", "a mail").code == 1


def test_an_agent_in_its_own_shell_may_claim(sayso: Sayso) -> None:
    sayso.ask()
    ran = sayso("claim", "acme/db", "--text", "PostgreSQL, said Ana", "--basis", "chat", environ={"SAYSO_AGENT": "1"})
    assert ran.code == 0
    assert sayso.types() == ["raised", "claimed"]


def test_a_default_that_is_no_options_id_is_pointed_out(sayso: Sayso) -> None:
    words = ("raise", "acme/x", "--text", "Refund?", "--option", "full=Full", "--option", "half=Half")
    ran = sayso(*words, "--default", "nix")
    assert ran.code == 0 and "nix is the id of no option" in ran.err
    assert sayso("raise", "acme/y", *words[2:], "--default", "half").err == ""
