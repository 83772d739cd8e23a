"""Expands the short forms in which schemas and parameters are written by hand."""

SCALARS = {'string', 'integer', 'number', 'boolean', 'object', 'array'}


def reference(kind, name):
    return {'$ref': f'#/components/{kind}/{name}'}


def expand_schema(entry):
    """A text is a kind of value or the name of a schema, and one that ends with [] is an array of these. `is` names a schema that has more
    beside it, `object` and `open` have the members of an object."""
    if isinstance(entry, str):
        if entry.endswith('[]'):
            return {'type': 'array', 'items': expand_schema(entry[:-2])}
        return {'type': entry} if entry in SCALARS else reference('schemas', entry)
    if isinstance(entry, list):
        return [expand_schema(part) if isinstance(part, dict) else part for part in entry]
    if not isinstance(entry, dict):
        return entry
    schema = {}
    for key, value in entry.items():
        if key == 'properties':
            schema[key] = {name: expand_schema(member) for name, member in value.items()}
        elif key in ('items', 'additionalProperties') and not isinstance(value, bool):
            schema[key] = expand_schema(value)
        elif key in ('anyOf', 'oneOf', 'allOf'):
            schema[key] = [expand_schema(part) for part in value]
        elif key == 'is':
            schema = {**expand_schema(value), **schema}
        elif key in ('object', 'open') and isinstance(value, dict):
            schema |= expand_members(value, key == 'open')
        else:
            schema[key] = value
    return schema


def expand_members(members, is_open):
    """An object by its members; the name of one that may be absent ends with a question mark. Further ones may only be in an open one."""
    required = [name for name in members if not name.endswith('?')]
    return {'type': 'object', **({'required': required} if required else {}), **({} if is_open else {'additionalProperties': False}),
            'properties': {name.removesuffix('?'): expand_schema(member) for name, member in members.items()}}


def expand_parameter(name, entry):
    place = entry.get('in', 'query')
    return {'name': entry.get('name', name), 'in': place, 'required': entry.get('required', place == 'path'),
            **({'description': entry['description']} if 'description' in entry else {}),
            'schema': expand_schema(entry.get('schema', 'string'))}
