"""Strongly connected components and orders of a graph, without recursion and in time linear in nodes and edges."""

from collections.abc import Sequence, Set


def components(edges: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
    """Tarjan's algorithm, iterative.

    Args:
        edges: For each node the nodes that it points to. A node may be named twice.

    Returns:
        The component of each node, and the members of each component. A component's number is greater than those of
        all components that it reaches.
    """
    count = len(edges)
    order = [-1] * count
    low = [0] * count
    home = [-1] * count
    groups: list[list[int]] = []
    waiting: list[int] = []
    seen = 0
    for root in range(count):
        if order[root] >= 0:
            continue
        order[root] = low[root] = seen
        seen += 1
        waiting.append(root)
        path = [(root, iter(edges[root]))]
        while path:
            node, rest = path[-1]
            for target in rest:
                if order[target] < 0:
                    order[target] = low[target] = seen
                    seen += 1
                    waiting.append(target)
                    path.append((target, iter(edges[target])))
                    break
                if home[target] < 0 and order[target] < low[node]:
                    low[node] = order[target]
            else:
                path.pop()
                if path and low[node] < low[path[-1][0]]:
                    low[path[-1][0]] = low[node]
                if low[node] == order[node]:
                    groups.append(_close(node, waiting, home, len(groups)))
    return home, groups


def _close(root: int, waiting: list[int], home: list[int], number: int) -> list[int]:
    members: list[int] = []
    while True:
        member = waiting.pop()
        home[member] = number
        members.append(member)
        if member == root:
            return members


def above(start: int, edges: Sequence[Set[int]]) -> set[int]:
    """Every node from which `start` can be reached, itself included."""
    into: list[list[int]] = [[] for _ in edges]
    for node, targets in enumerate(edges):
        for target in targets:
            into[target].append(node)
    found = {start}
    path = [start]
    while path:
        for node in into[path.pop()]:
            if node not in found:
                found.add(node)
                path.append(node)
    return found


def downward(edges: Sequence[Set[int]]) -> list[int]:
    """The nodes of an acyclic graph, each before all that it reaches."""
    pointed = [0] * len(edges)
    for targets in edges:
        for target in targets:
            pointed[target] += 1
    order = [node for node, count in enumerate(pointed) if not count]
    for node in order:
        for target in edges[node]:
            pointed[target] -= 1
            if not pointed[target]:
                order.append(target)
    return order
