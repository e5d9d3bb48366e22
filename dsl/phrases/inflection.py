"""English inflection: past tenses, third persons, plurals and counted nouns.

A rulebook gives each move one sentence in the imperative, such as `open {gate}`. Log lines and hints need other forms
of the same verb, which the functions here derive.
"""

from __future__ import annotations

from itertools import pairwise

VOWELS = frozenset("aeiou")
ARTICLES = ("a", "an", "the")
PREPOSITIONS = (
    "at", "between", "by", "for", "from", "in", "near", "of", "on", "over", "to", "under", "with", "without",
)  # fmt: skip

AUXILIARIES = frozenset([
    "are", "can", "cannot", "did", "do", "does", "had", "has", "have", "is", "may", "must", "need", "needs", "was",
    "were", "will",
])  # fmt: skip
AFTER_VERBS = frozenset([*ARTICLES, "already", "here", "it", "no", "only", "that", "there", "this", "your"])
"""Words that tell a verb in the third person, as in `owns this`, from a plural."""

IRREGULAR_PAST = {
    "be": "was", "become": "became", "begin": "began", "bet": "bet", "bid": "bid", "bind": "bound", "break": "broke",
    "bring": "brought", "build": "built", "burn": "burned", "buy": "bought", "cast": "cast", "catch": "caught",
    "choose": "chose", "come": "came", "cost": "cost", "cut": "cut", "deal": "dealt", "dig": "dug", "do": "did",
    "draw": "drew", "drink": "drank", "drive": "drove", "eat": "ate", "fall": "fell", "feed": "fed", "fight": "fought",
    "find": "found", "flee": "fled", "fly": "flew", "forgo": "forwent", "get": "got", "give": "gave", "go": "went",
    "grow": "grew", "hide": "hid", "hit": "hit", "hold": "held", "keep": "kept", "know": "knew", "lay": "laid",
    "lead": "led", "leave": "left", "lend": "lent", "let": "let", "lie": "lay", "lose": "lost", "make": "made",
    "meet": "met", "pay": "paid", "put": "put", "quit": "quit", "read": "read", "ride": "rode", "roll": "rolled",
    "run": "ran", "say": "said", "see": "saw", "seek": "sought", "sell": "sold", "send": "sent", "set": "set",
    "shake": "shook", "shoot": "shot", "show": "showed", "shut": "shut", "sink": "sank", "sit": "sat", "sow": "sowed",
    "speak": "spoke", "spend": "spent", "split": "split", "spread": "spread", "stand": "stood", "steal": "stole",
    "stick": "stuck", "strike": "struck", "swap": "swapped", "sweep": "swept", "swim": "swam", "take": "took",
    "teach": "taught", "tell": "told", "think": "thought", "throw": "threw", "undo": "undid", "wear": "wore",
    "win": "won", "withdraw": "withdrew", "write": "wrote",
}  # fmt: skip
"""Past tenses that the rule of `past_tense` does not give, or that it could give wrongly."""

_DOUBLED = (
    "ban bar bat beg cancel chop clap clip commit cram dip drag drop equip fit flip fulfil grab grip hop jog jot"
    " label log model mop nab nip nod omit pat peg permit pin plan plot plug pop prefer prop ram refer rip rob rub"
    " scan scrap ship signal skip slip snap sob spot stab step stir stop strip swap tag tan tap tip top transfer"
    " trap travel trim tug wrap zip"
)
DOUBLED = frozenset(_DOUBLED.split())
"""Verbs that double their last letter before `-ed`."""

_REGULAR = (
    "accept activate add adjust advance aim announce answer ask assemble assign attack auction barter block board"
    " borrow browse call cancel capture carry change charge claim close collect complete conquer continue convert"
    " cover cross cure declare decline defend deliver demand deploy develop discard discover dispatch double"
    " employ end enlarge enter erect establish exchange explore extend fail fetch fill finish fold follow forfeit"
    " fortify found fulfil gain gather guess haggle halt hand help hire improve increase inspect invest invite"
    " join jump knock land live load look lower march mark match merge migrate mine mortgage move name negotiate"
    " offer open order own pass pick place plant play point pour produce promote propose protect pull purchase"
    " push raid raise reach receive recruit redeem refill refuse remain remove rent repair repay replace rescue"
    " reserve resign rest retire return reveal reward rotate sail save score search serve settle shout shuffle"
    " sign start stay store supply surrender thank touch trade train transport travel try tuck turn unload upgrade"
    " use visit vote wait walk want weigh work"
)
REGULAR = frozenset(_REGULAR.split())
"""Common regular verbs of game rules. They distinguish titles that are sentences from titles that are nouns."""

IRREGULAR_PLURAL = {
    "child": "children", "die": "dice", "foot": "feet", "half": "halves", "knife": "knives", "life": "lives",
    "loaf": "loaves", "man": "men", "merchantman": "merchantmen", "ox": "oxen", "person": "people", "sheep": "sheep",
    "wife": "wives", "wolf": "wolves", "woman": "women", "thief": "thieves", "shelf": "shelves", "leaf": "leaves",
}  # fmt: skip


def past_tense(verb: str) -> str:
    """Return the past tense of a verb, such as `opened` for `open`. A capital first letter is kept."""
    lower = verb.lower()
    if lower in IRREGULAR_PAST:
        past = IRREGULAR_PAST[lower]
    elif lower.endswith("e"):
        past = f"{lower}d"
    elif lower.endswith("y") and lower[-2:-1] not in VOWELS:
        past = f"{lower[:-1]}ied"
    elif lower in DOUBLED:
        past = f"{lower}{lower[-1]}ed"
    else:
        past = f"{lower}ed"
    return past.capitalize() if verb[:1].isupper() else past


def ordinal(number: int) -> str:
    """Return a number as a place in an order, such as `1st` or `12th`."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def third_person(verb: str) -> str:
    """Return the form of a verb that follows a name, such as `opens` for `open` and `tries` for `try`."""
    irregular = {"be": "is", "do": "does", "go": "goes", "forgo": "forgoes", "have": "has", "undo": "undoes"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh")) else f"{verb}s"


def is_verb(word: str) -> bool:
    """Return True if a word is a verb of the tables above."""
    return word in IRREGULAR_PAST or word in DOUBLED or word in REGULAR


def is_sentence(title: str) -> bool:
    """Return True if a title has a verb for its subject, as `The deck is empty` and `You sell before noon` do."""
    words = title.lower().split()
    if words[:1] == ["you"] and any(map(is_verb, words[1:2])):
        return True
    return any(word in AUXILIARIES or (after in AFTER_VERBS and any(map(is_verb, (word[:-1], word[:-2]))))
               for word, after in pairwise([*words[1:], ""]))  # fmt: skip


def is_plural(noun: str) -> bool:
    """Return True if a noun ends like a plural, as `coins` does, but `status` and `loss` do not."""
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def plural(noun: str) -> str:
    """Return the plural of a noun, such as `ferries` for `ferry`.

    Of several words, the last one before a preposition changes: `kite with 2` becomes `kites with 2`.
    """
    noun, end = _head(noun)
    return f"{_plural(noun)}{end}"


def _head(noun: str) -> tuple[str, str]:
    """Return the words before the first preposition, and the rest."""
    first, *others = noun.split(" ")
    at = next((at for at, word in enumerate(others) if word in PREPOSITIONS), len(others))
    return " ".join([first, *others[:at]]), "".join(f" {word}" for word in others[at:])


def _plural(noun: str) -> str:
    first, space, last = noun.rpartition(" ")
    if last in IRREGULAR_PLURAL:
        return f"{first}{space}{IRREGULAR_PLURAL[last]}"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def singular(noun: str) -> str:
    """Return the singular of a noun that may be a plural, such as `ferry` for `ferries`."""
    if not is_plural(noun):
        return noun
    return f"{noun[:-3]}y" if noun.endswith("ies") else noun[:-1]


def with_article(noun: str) -> str:
    """Return a noun after `a` or `an`."""
    return f"an {noun}" if noun[:1].lower() in VOWELS else f"a {noun}"


def without_article(noun: str) -> str:
    """Return a noun without `the`, `a` or `an` before it."""
    first, space, rest = noun.partition(" ")
    return rest if space and first in ARTICLES else noun
