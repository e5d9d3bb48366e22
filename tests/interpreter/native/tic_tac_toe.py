"""Tic-tac-toe, whose whole game tree is known: 294,778 decisions and 255,168 ends."""

RULES = """\
rulebook tic_tac_toe "Tic-tac-toe"
    players 2
    seats Cross, Nought

kind Cell, 1 to 9

each Cell has
    mark: Player or none = none

each Player has
    won: flag = no

value row_of(cell: Cell): 0 to 2 = (cell.number - 1) / 3 rounded down
value column_of(cell: Cell): 0 to 2 = (cell.number - 1) mod 3

value has_row(p: Player, n: 0 to 2): flag = count(c in Cell where row_of(c) = n and c.mark = p) = 3
value has_column(p: Player, n: 0 to 2): flag = count(c in Cell where column_of(c) = n and c.mark = p) = 3
value falls(p: Player): flag = count(c in Cell where row_of(c) = column_of(c) and c.mark = p) = 3
value rises(p: Player): flag = count(c in Cell where row_of(c) + column_of(c) = 2 and c.mark = p) = 3
value has_line(p: Player): flag = any(has_row(p, n) or has_column(p, n) for n in 0 to 2) or falls(p) or rises(p)

round "Turns"
    turn of player in Player
        player must fill

action fill(cell: Cell) "Put your mark into an empty cell"
    needs empty: cell.mark = none
    then
        set cell.mark to you
        if has_line(you)
            set you.won to yes

end line at once when any(p.won for p in Player)
end full at once when all(c.mark != none for c in Cell)

scoring of p in Player
    line: if p.won then 1 else 0
"""
DECISIONS, ENDS = 294_778, 255_168
