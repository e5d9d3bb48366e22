"""stub"""
def coverage() -> None:
    """stub"""
