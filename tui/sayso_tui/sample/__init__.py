"""Believable sample decisions of every Handoff state and flag, as real records. For the demo and for screen tests."""

from sayso_tui.sample.filling import NAMES, fill
from sayso_tui.sample.records import Arrival, arrivals, records

__all__ = ["NAMES", "Arrival", "arrivals", "fill", "records"]
