"""The house bot `counter`."""

from arena_client.bot import Bot
from arena_client.bots.counting import Chances, Count
from arena_client.bots.endgame import Endgame
from arena_client.bots.experience import usual_splitter
from arena_client.bots.plan import Plan
from arena_client.bots.split import Held, Part
from arena_client.cards import Cards
from arena_client.v1.play_service_pb2 import DealStart
from arena_client.view import View

SURE = 0.9
"""From which chance on a part counts as one that nobody can beat."""

SPARED = 0.4
"""How often a part that could be beaten wins, against how often it usually does."""

OPEN_FIELD = 0.25
"""How much less a pass is worth for each rival that has passed."""


class CounterBot(Bot):
    """Plans the same way, counts what is out and knows what nobody can beat."""

    def __init__(self) -> None:
        """Begins without a count; the first prompt of a deal makes it."""
        self._count: Count | None = None
        self._endgame: Endgame | None = None

    def deal_started(self, start: DealStart) -> None:  # noqa: ARG002 - a hook
        """Forgets the deal before."""
        self._count = self._endgame = None

    def play(self, view: View) -> Cards:
        """Counts what has been played since, then plans."""
        prompt = view.prompt
        if self._count is None:
            self._count = Count(prompt.hand, view.rules.packs_for(view.seats))
        self._count.follow(view.rules, prompt.seat, prompt.events)
        rivals = list(view.opponents)
        out = self._count.cards_out
        alone = len(rivals) == 1 and prompt.hand_counts[rivals[0]] == len(out)
        # What may open, or go on in a solo run, the search does not know.
        if alone and (view.follows or (view.leads and view.must_include is None)):
            if self._endgame is None:
                self._endgame = Endgame(view.rules)
            won = self._endgame.winning(prompt.hand, out, prompt.table)
            if won is not None:
                return won
        return CountedPlan(view, self._count).choose()


class CountedPlan(Plan):
    """A plan that knows which plays can still be beaten.

    It splits hands as `planner` does, and counts what the parts are worth now.
    """

    eager = 0.35

    def __init__(self, view: View, count: Count) -> None:
        """Plans what to play in `view` with what has been counted."""
        super().__init__(view, usual_splitter(view.rules))
        prompt = view.prompt
        rivals = [(seat, prompt.hand_counts[seat]) for seat in view.opponents]
        free = [rival for rival in rivals if not prompt.locked >> rival[0] & 1]
        self._gone = len(rivals) - len(free)
        self._later = Chances(view.rules, count, prompt.hand, rivals)
        self._now = self._later
        if len(free) < len(rivals):
            self._now = Chances(view.rules, count, prompt.hand, free)
        self._costs: dict[Part, float] = {}

    def cost(self, part: Part) -> float:
        """One lead, less the chances that nobody can beat the part, or wants to."""
        cost = self._costs.get(part)
        if cost is None:
            cost = self.splitter.cost(part)
            if cost > 0:
                spared = SPARED * (1 - cost)
                cost = (1 - spared) * (1 - self._later.unbeaten(part))
            self._costs[part] = cost
        return cost

    def total(self, held: Held) -> float:
        """The same for all parts of a hand."""
        return sum(self.cost(part) for part in self.splitter.split(held))

    def lead(self, parts: list[Part]) -> Part:
        """Leads what nobody can beat as soon as the rest is one part at the most."""
        chances = {part: self._later.unbeaten(part) for part in parts}
        if sum(chance < SURE for chance in chances.values()) <= 1:
            return max(parts, key=chances.__getitem__)
        return super().lead(parts)

    def passing(self) -> float:
        """As planned, but less the fewer rivals there are to win the trick back."""
        return super().passing() - OPEN_FIELD * self._gone

    def answer(self) -> Cards:
        """Takes the lead where it leads all the way out; else answers as planned."""
        for part in self.possible():
            if self._now.unbeaten(part) >= SURE:
                left = self.splitter.split(self.held - part.held)
                if sum(self._later.unbeaten(rest) < SURE for rest in left) <= 1:
                    return self.cards(part)
        return super().answer()
