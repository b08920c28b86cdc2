"""Measures requirements on views: narrows to the scope, goes over the items, and puts the findings together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.document import DocumentTooLarge
from grader.judges.rules.duplicates import doubled_keys, settled
from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.items import Items, all_entries, find_items, find_measurable
from grader.judges.rules.joining import Tester, all_of, any_of, each_of, tally
from grader.judges.rules.measure import Facts, Over
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.measures.fields import find_field
from grader.judges.rules.measures.items import count_by_group
from grader.judges.rules.measures.numbers import number_of
from grader.judges.rules.names import words_of
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.parts import find_parts, is_called, lone_value, part_of_each
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.reading import undisturbed
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.resolve import resolve
from grader.judges.rules.rows import table_views
from grader.judges.rules.view_lists import are_views, is_inside_array, values_of
from grader.judges.rules.views import View
from grader.model import Outcome

__all__ = ["all_of", "any_of", "check", "check_inner", "each_of"]


def check(requirement: Requirement, views: Sequence[View], facts: Facts, own: str | None) -> Finding:
    """Measures one requirement on the pieces of output that its clause speaks of."""
    try:
        with undisturbed(max((view.document.size for view in views), default=0)):
            finding = _over_views(requirement, views, facts, own)
    except DocumentTooLarge as large:
        return unknown(f"{large} is too large for this measurement")
    except Exception as error:  # noqa: BLE001 - one measure's fault must not lose a run; the clause says that it is open
        return unknown(f"it could not be measured: {type(error).__name__} in `{requirement.measure}`")
    finding = settled(requirement, finding, doubled_keys(views))
    if requirement.soft and finding.outcome is Outcome.NOT_MET:
        return Finding(Outcome.UNKNOWN, f"{finding.text}, but the clause leaves a way out", finding.quotes)
    return finding


def _over_views(requirement: Requirement, views: Sequence[View], facts: Facts, own: str | None) -> Finding:
    measure = MEASURES[requirement.measure]
    views = _meant(requirement, views)
    if len(views) == 1:
        return _scoped(requirement, views[0], facts, own)
    findings = [_scoped(requirement, view, facts, own) for view in views]
    if measure.over is Over.ANY and requirement.each is None:
        over = any_of if not requirement.negated else all_of
        return over(findings)
    if measure.over is Over.ALL:
        return all_of(findings)
    told = [finding for finding in findings if finding.outcome is not Outcome.UNKNOWN]
    if len(told) == 1 and (requirement.each is not None or measure.counts_items):
        return told[0]
    return unknown("several files could be meant") if findings else unknown("there is nothing to measure")


def _meant(requirement: Requirement, views: Sequence[View]) -> Sequence[View]:
    """Of several files, the one that the clause names or that alone has the part that it names."""
    if len(views) < 2 or requirement.within is None:
        return views
    named = [view for view in views if is_called(view, requirement.within, None)]
    named = named or [view for view in views if are_views(find_parts(view, requirement.within))]
    return named if len(named) == 1 else views


def _scoped(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    name = requirement.loosely
    if name is None or requirement.within is not None:
        return _in_part(requirement, view, facts, own)
    part = _loosely(name, view, own)
    return (
        unknown(part) if isinstance(part, str) else _over_items(requirement, part, facts, own if part is view else name)
    )


def _in_part(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    """The requirement on the part of the view that it names."""
    within = requirement.within
    if within is None:
        return _over_items(requirement, view, facts, own)
    bounded = _beside(requirement, view)
    if bounded is None:
        return unknown(f"`{requirement.params['quantity'].name}` is no number here")
    requirement = bounded
    parts = _parts(view, within, facts, own)
    if not are_views(parts) and MEASURES[requirement.measure].aggregates and not requirement.certain:
        listed = find_items(view, within, own)
        if not isinstance(listed, str) and len(listed.views) > 1:
            return MEASURES[requirement.measure].check_parts(requirement, listed.views, facts)
    if not are_views(parts):
        return _without(requirement, view, parts if isinstance(parts, str) else None)
    name = own if len(parts) == 1 and parts[0] is view else requirement.within
    if requirement.each is not None:
        return _items_and_part(requirement, view, parts, facts, own)
    if len(parts) > 1 and MEASURES[requirement.measure].aggregates:
        return MEASURES[requirement.measure].check_parts(requirement, parts, facts)
    if len(parts) == 1:
        return _measure(requirement, parts[0], facts, name)
    what = f"values of `{requirement.within}`"
    return each_of(parts, lambda part: _measure(requirement, part, facts, name), what, _tester(requirement))


def _beside(requirement: Requirement, view: View) -> Requirement | None:
    """A named bound is first looked for beside the part: "`min` is less than `max`"; None if it is no number."""
    quantity = requirement.params.get("quantity")
    if requirement.each is not None or not isinstance(quantity, Quantity) or quantity.name is None:
        return requirement
    found = find_field(view, quantity.name) if view.members() is not None else None
    if not isinstance(found, View):
        return requirement
    value = number_of(found)
    if value is None:
        return None
    return requirement.model_copy(update={"params": {**requirement.params, "quantity": quantity.of(value)}})


def _loosely(name: str, view: View, own: str | None) -> View | str:
    """The part of that name if there is one, else the whole; why nobody can tell what a "body" is."""
    parts = find_parts(view, name, own)
    if are_views(parts):
        return parts[0] if len(parts) == 1 else f"several parts are called “{name}”"
    whole = name != "body" or not any(block.kind is BlockKind.HEADING for block in view.blocks)
    return view if whole else "what the body is can't be told"


def _items_and_part(
    requirement: Requirement, view: View, parts: Sequence[View], facts: Facts, own: str | None
) -> Finding:
    """Items of a part ("each bullet in the Risks section") or a part of each item ("each row has ... in `Status`")."""
    if len(parts) == 1 and not is_inside_array(parts[0]):  # else it is a part of an item, if of the only one
        items = find_items(parts[0], requirement.each or "", requirement.within, requirement.source)
        if not isinstance(items, str) and (items.named or not requirement.each):
            inside = requirement.model_copy(update={"within": None})
            return _over_items(inside, parts[0], facts, own if parts[0] is view else requirement.within)
    return _over_items(requirement, view, facts, own)


def _parts(view: View, name: str, facts: Facts, own: str | None) -> Sequence[View] | str | None:
    """The part of that name, the output itself if it bears the name, else what else the run calls so."""
    found = find_parts(view, name, own)
    if are_views(found):
        return found
    elsewhere = resolve(name, None, facts)
    return [elsewhere] if elsewhere is not None else found


def _without(requirement: Requirement, view: View, reason: str | None) -> Finding:
    """The part that a requirement speaks of isn't there."""
    name = requirement.within or ""
    members = view.members()
    similar = members is not None and any(set(words_of(name)) & set(words_of(str(key))) for key in members)
    if reason is None and requirement.certain and members is not None and not similar and not requirement.negated:
        return not_met(f"no field is called `{name}`", (view.quote(),))
    return unknown(f"no part is called “{name}”" + (f" ({reason})" if reason else ""))


def _over_items(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    if requirement.each is None:
        return _measure(requirement, view, facts, own)
    noun = requirement.each
    if requirement.measure == "items" and requirement.source is None:
        grouped = count_by_group(requirement, view, own)
        if grouped is not None:
            return grouped
    items = _items(requirement, noun, view, own)
    if isinstance(items, str):
        return unknown(items)
    if not items.views:
        return met("there are none, which the clause allows") if requirement.none_ok else unknown("no items to check")
    if MEASURES[requirement.measure].aggregates:
        together = _together(requirement, items.views, facts)
        if together is not None:
            return together if requirement.many is None else _many_together(requirement.many, items, together)
    if requirement.of_arrays and items.what == f"entries of `{noun}`":
        return unknown(f"each of the arrays `{noun}`, or each of their entries, could be meant")
    single = requirement.model_copy(update={"loosely": None, "each": None, "source": None, "many": None})
    quick = tester_of(single)
    found = tally(items.views, lambda item: _scoped(single, item, facts, None), quick)
    return found.each(items.what) if requirement.many is None else found.so_many(requirement.many, items.what)


def _items(requirement: Requirement, noun: str, view: View, own: str | None) -> Items | str:
    """The items of a noun, or why they can't be told."""
    items = find_measurable(view, noun, own, requirement.source)
    items = items if isinstance(items, Items) else all_entries(view, noun) or items
    if isinstance(items, str):
        return f"the items can't be told: {items}"
    if noun and not items.named:
        return f"nothing says which items are {noun}"
    if items.what.startswith("cells of") and (requirement.measure == "field" or requirement.within is not None):
        rows = table_views(view)  # what is promised of each `task` besides its name, its row shows
        return items if isinstance(rows, str) else Items(rows, "table rows", named=True)
    return items


def _together(requirement: Requirement, items: Sequence[View], facts: Facts) -> Finding | None:
    """What is promised of several items together, such as their order; None if it is said of lists inside of each."""
    values: Sequence[View] | str = items
    if requirement.within is not None:  # "each item's `id` is unique" speaks of the ids
        values = part_of_each(items, requirement.within)
    if isinstance(values, str):
        return unknown(values)
    if list in set(map(type, values_of(values))):
        return None
    return MEASURES[requirement.measure].check_parts(requirement, values, facts)


def _many_together(many: Quantity, items: Items, together: Finding) -> Finding:
    """What is promised of so many items: "5 numbers that sum to 1"."""
    if many.too_few(len(items.views)):
        return not_met(f"{len(items.views)} {items.what}; {many.text} promised", together.quotes)
    if many.holds(len(items.views)) is Outcome.MET and (many.exact or together.outcome is Outcome.MET):
        return Finding(together.outcome, f"{len(items.views)} {items.what}; {together.text}", together.quotes)
    return unknown(f"{together.text}, of all {len(items.views)} of them; {many.text} promised", together.quotes)


def tester_of(requirement: Requirement) -> Tester | None:
    """A quick test of an item's value for a requirement, the part that it speaks of included."""
    test = _tester(requirement)
    within = requirement.within
    if test is None or within is None:
        return test

    def of_part(value: Any) -> bool | None:
        return test(value[within]) if type(value) is dict and within in value else None

    return of_part


def _tester(requirement: Requirement) -> Tester | None:
    quantity = requirement.params.get("quantity")
    named = isinstance(quantity, Quantity) and quantity.name is not None
    return None if named or requirement.soft else MEASURES[requirement.measure].tester(requirement)


def _measure(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    measure = MEASURES[requirement.measure]
    members = view.members() if measure.of_value and view.whole else None
    if members is not None:  # {"coverage": 92} for the output `coverage`
        wrapped = [key for key in members if is_called(view, str(key), own)]
        view = view.child(wrapped[0]) if len(wrapped) == 1 else view
    view = (lone_value(view, own) or view) if measure.of_scalar else view
    if own is not None and "own" not in requirement.params:
        requirement = requirement.model_copy(update={"params": {**requirement.params, "own": own}})
    doubt = None if measure.of_source else view.doubt(measure.speaks_of)
    if doubt is not None:
        return unknown(doubt)
    view = view.written if measure.of_source else view
    quantity = requirement.params.get("quantity")
    if isinstance(quantity, Quantity) and quantity.name is not None:
        named = resolve(quantity.name, view, facts)
        value = number_of(named) if named is not None else None
        if value is None:
            return unknown(f"`{quantity.name}` is no number that this run knows")
        requirement = requirement.model_copy(update={"params": {**requirement.params, "quantity": quantity.of(value)}})
    return measure.check(requirement, view, facts)


def check_inner(requirements: Sequence[Requirement], view: View, facts: Facts) -> Finding:
    """Several requirements on one value, as one."""
    return all_of(check(requirement, (view,), facts, None) for requirement in requirements)
