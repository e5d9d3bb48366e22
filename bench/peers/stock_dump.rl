# Stock Dump in the language RLC, written for this comparison. It has the same decisions in the same order as
# docs/examples/stock_dump. `random_games` plays whole games inside the compiled program.
import action
import collections.vector
import rng

using Number = BInt<0, 25>
using TraderId = BInt<0, 10>
using ShareId = BInt<0, 3>
using Seat = BInt<0, 2>

enum Task:
    taking
    giving_back
    saving
    withdrawing

    fun equal(Task other) -> Bool:
        return self.value == other.value

enum Trader:
    buyer:
        Int worth = 10
    option:
        Int worth = 5
    seller:
        Int worth = -5
    manipulator:
        Int worth = 3
    insider:
        Int worth = 4
    banker:
        Int worth = 4
    partner:
        Int worth = -2
    investor:
        Int worth = 1
    dumper:
        Int worth = 4
    founder:
        Int worth = 2

    fun equal(Trader other) -> Bool:
        return self.value == other.value

cls Table:
    Int[3] supply
    Int[6] shares
    Int[6] safe
    Bool[20] hand

    fun on_sale() -> Int:
        return self.supply[0] + self.supply[1] + self.supply[2]

    fun held(Int seat) -> Int:
        return self.shares[3 * seat] + self.shares[3 * seat + 1] + self.shares[3 * seat + 2]

    fun can_send(Int seat, Trader trader) -> Bool:
        if !self.hand[10 * seat + trader.value]:
            return false
        if trader == Trader::seller:
            return self.held(seat) >= 2
        if trader == Trader::partner:
            return self.on_sale() > 0
        return true

    fun can_do(Task task, Int owner) -> Bool:
        if task == Task::taking or task == Task::withdrawing:
            return self.on_sale() > 0
        return self.held(owner) > 0

    fun can_move(Task task, Int owner, Int share) -> Bool:
        if task == Task::taking or task == Task::withdrawing:
            return self.supply[share] > 0
        return self.shares[3 * owner + share] > 0

    fun move(Task task, Int owner, Int share):
        ref own = self.shares[3 * owner + share]
        if task == Task::taking:
            self.supply[share] = self.supply[share] - 1
            own = own + 1
        else if task == Task::giving_back:
            self.supply[share] = self.supply[share] + 1
            own = own - 1
        else if task == Task::saving:
            self.safe[3 * owner + share] = self.safe[3 * owner + share] + 1
            own = own - 1
        else:
            self.supply[share] = self.supply[share] - 1

    fun found(Int seat, Int share):
        let half = (self.supply[share] + 1) / 2
        self.shares[3 * seat + share] = self.shares[3 * seat + share] + half
        let other = 3 * (1 - seat) + share
        self.shares[other] = self.shares[other] + self.supply[share] - half
        self.supply[share] = 0

    fun dump(Int share):
        self.supply[share] = self.supply[share] + self.shares[share] + self.shares[3 + share]
        self.shares[share] = 0
        self.shares[3 + share] = 0

    fun points(Int seat) -> Int:
        let sum = 0
        let i = 0
        while i != 3:
            sum = sum + (8 - self.supply[i]) * (self.shares[3 * seat + i] + self.safe[3 * seat + i])
            i = i + 1
        i = 0
        while i != 10:
            if self.hand[10 * seat + i]:
                let trader : Trader
                trader.value = i
                sum = sum + trader.worth()
            i = i + 1
        return sum

@classes
act play() -> Game:
    frm table : Table
    frm i = 0
    while i != 20:
        table.hand[i] = true
        i = i + 1
    table.supply[0] = 7
    table.supply[1] = 7
    table.supply[2] = 8
    table.shares[0] = 1
    table.shares[4] = 1
    frm begun = false
    i = 0
    while i != 3:
        act stay_away(TraderId trader) {table.hand[trader.value]}
        table.hand[trader.value] = false
        table.hand[10 + trader.value] = false
        i = i + 1
    begun = true

    frm rounds = 0
    frm leader = 0
    frm who = 0
    while rounds != 5:
        frm plans : Trader[2]
        frm thwarted : Bool[2]
        frm founded = false
        frm next_leader = 1 - leader
        i = 0
        while i != 2:
            who = (leader + i) % 2
            act send(Trader trader) {table.can_send(who, trader)}
            plans[who] = trader
            table.hand[10 * who + trader.value] = false
            i = i + 1
        i = 0
        while i != 2:
            who = (leader + i) % 2
            i = i + 1
            if thwarted[who]:
                continue
            act show()
            if plans[who] == Trader::insider:
                next_leader = who
                act send(Trader trader) {table.can_send(who, trader)}
                plans[who] = trader
                table.hand[10 * who + trader.value] = false
                act show()
            frm plan = plans[who]
            frm task : Task
            frm owner = who
            frm times = 0
            if plan == Trader::buyer:
                times = 3
            else if plan == Trader::option:
                act deal(Bool buying)
                times = 2
                if !buying:
                    act rival(Seat seat) {seat.value != who}
                    owner = seat.value
                    task = Task::giving_back
            else if plan == Trader::seller:
                times = 2
                task = Task::giving_back
            else if plan == Trader::manipulator:
                act rival(Seat seat) {seat.value != who}
                thwarted[seat.value] = true
            else if plan == Trader::banker:
                times = 3
                task = Task::saving
            else if plan == Trader::partner:
                if table.on_sale() > 0:
                    act rival(Seat seat) {seat.value != who}
                    owner = seat.value
                    times = 1
            else if plan == Trader::investor:
                times = 3
                task = Task::withdrawing
            else if plan == Trader::founder:
                if !founded:
                    act share(ShareId id)
                    table.found(who, id.value)
                    founded = true
            else:
                act share(ShareId id)
                table.dump(id.value)
            while times != 0 and table.can_do(task, owner):
                act share(ShareId id) {table.can_move(task, owner, id.value)}
                table.move(task, owner, id.value)
                times = times - 1
        leader = next_leader
        rounds = rounds + 1

fun get_current_player(Game g) -> Int:
    if g.is_done():
        return -4
    if !g.begun:
        return -1
    return g.who

fun get_num_players() -> Int:
    return 2

fun score(Game g, Int seat) -> Float:
    return float(g.table.points(seat))

# Plays this many random games and returns the number of decisions.
fun random_games(Int seed, Int games) -> Int:
    let dice = make_rng(seed)
    let any_action : AnyGameAction
    let all = enumerate(any_action)
    let legal : Vector<Int>
    legal.resize(all.size())
    let decisions = 0
    let played = 0
    while played != games:
        let state = play()
        while !state.is_done():
            let number = 0
            let n = 0
            while n != all.size():
                if can apply(all.get(n), state):
                    legal.get(number) = n
                    number = number + 1
                n = n + 1
            if state.begun:
                decisions = decisions + 1
            apply(all.get(legal.get(dice.randint(0, number))), state)
        played = played + 1
    return decisions

fun main() -> Int:
    print(random_games(7, 100000))
    return 0
