"""Settings and the places where sayso keeps things."""
