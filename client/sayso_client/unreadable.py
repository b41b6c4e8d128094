"""The one way in which stored text can fail, apart from whoever reads it."""


class Unreadable(ValueError):
    """The text is not one of ours, or of a later version that says something new."""
