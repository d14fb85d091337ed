class Refused(Exception):
    """What the code gave cannot be used. Says why, and what to do."""

    def __init__(self, message, suggestion):
        super().__init__(message)
        self.suggestion = suggestion
