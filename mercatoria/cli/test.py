"""stub"""
def test() -> None:
    """stub"""
