"""The JSON documents that are no value of the read model, member by member. The published schemas are made from them.

Types say what may stand there, the texts below them what it means. A test validates what each verb prints.
"""
