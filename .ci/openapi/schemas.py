"""Makes the schemas: from the types of bodies, with the texts beside them, or as written by hand."""

import re

from openapi.shorthand import expand_schema, reference


def schema_name(type_name):
    """The name of a type's schema: without the prefix of the SDK, and a list or an envelope by its content."""
    envelope = re.fullmatch(r'ResponseEnvelope<(.*)>', type_name)
    if envelope:
        return schema_name(envelope.group(1)) + 'Answer'
    return re.sub(r'[^A-Za-z0-9]', '', re.sub(r'\bBalise(?=[A-Z])', '', type_name))


def nullable(schema):
    if 'type' in schema and 'enum' not in schema:
        kinds = schema['type'] if isinstance(schema['type'], list) else [schema['type']]
        return {**schema, 'type': [*kinds, 'null']}
    return {'anyOf': [{'type': 'null'}, schema]}


def with_text(derived, entry, may_be_null=False):
    """The schema of a member with what is written by hand: a text describes it; another shape replaces the derived one."""
    if entry is None:
        return nullable(derived) if may_be_null else derived
    if isinstance(entry, str):
        entry = {'description': entry}
    items = entry.get('items')
    full = expand_schema({key: value for key, value in entry.items() if key != 'items'})
    if 'is' in entry or {'type', '$ref', 'anyOf', 'oneOf', 'const'} & full.keys():
        return {**full, **({'items': expand_schema(items)} if items is not None else {})}
    if entry.get('null') is True:
        full.pop('null')
        may_be_null = True
    if {'pattern', 'format', 'enum'} & full.keys():
        derived = {key: value for key, value in derived.items() if key not in ('pattern', 'format', 'enum', '$ref')} or {'type': 'string'}
    derived = nullable(derived) if may_be_null else derived
    if items is not None:
        derived = {**derived, 'items': with_text(derived.get('items', {}), items)}
    return {**derived, **full}


class Schemas:
    def __init__(self, types, by_hand):
        self.types = {schema_name(name): facts for name, facts in types.items()}
        self.by_hand = by_hand
        self.in_requests = set()
        self.in_replies = set()

    def note_use(self, node, is_request):
        """Notes whether the schemas that a node refers to are in requests or in replies, which differ in the members that are required."""
        used = self.in_requests if is_request else self.in_replies
        for name in self.references_in(node):
            if name not in used:
                used.add(name)
                self.note_use(self.make(name, is_request), is_request)

    @staticmethod
    def references_in(node):
        if isinstance(node, dict):
            if str(node.get('$ref', '')).startswith('#/components/schemas/'):
                yield node['$ref'].rsplit('/', 1)[1]
            for value in node.values():
                yield from Schemas.references_in(value)
        elif isinstance(node, list):
            for value in node:
                yield from Schemas.references_in(value)

    def schema(self, name):
        return self.make(name, name in self.in_requests and name not in self.in_replies)

    def make(self, name, is_request):
        entry = self.by_hand.get(name, {})
        type_name = entry.get('of', name) if isinstance(entry, dict) else None
        if type_name in self.types and not {'type', 'object', 'open'} & entry.keys():
            return self.of_type(self.types[type_name], entry, is_request)
        if name not in self.by_hand:
            raise SystemExit(f'no type and no file has the schema {name}')
        return expand_schema(entry)

    def of_type(self, facts, entry, is_request):
        without = entry.get('without', [])
        texts = entry.get('members', {})
        members = [member for member in facts['members'] if member['name'] not in without]
        known = {member['name'] for member in members}
        unknown = [name for name in texts if name not in known and not entry.get('isOpen')]
        if unknown:
            raise SystemExit(f'a schema names members that its type does not have: {unknown}')
        needed = 'isNeeded' if is_request else 'isAlways'
        required = [member['name'] for member in members
                    if member['name'] not in entry.get('optional', []) and (member[needed] or member['name'] in entry.get('always', []))]
        required += [name for name in entry.get('always', []) if name not in known]
        schema = {'description': entry['description']} if 'description' in entry else {}
        schema['type'] = 'object'
        if required:
            schema['required'] = required
        if not facts.get('isOpen') and not entry.get('isOpen'):
            schema['additionalProperties'] = False
        bounds = facts.get('bounds', {})
        schema['properties'] = {
            member['name']: with_text(
                self.of_facts(member, is_request, bounds.get(member['name'])), texts.get(member['name']),
                self.may_be_null(member, facts, is_request))
            for member in members}
        for name in texts:
            if name not in known:
                schema['properties'][name] = expand_schema(texts[name])
        own = {'of', 'without', 'always', 'optional', 'members', 'description', 'isOpen'}
        return {**schema, **expand_schema({key: value for key, value in entry.items() if key not in own})}

    def is_form(self, facts):
        return self.types[schema_name(facts['of'])].get('isForm', False)

    @staticmethod
    def may_be_null(member, facts, is_request):
        """In a request, null is the same as no member. A form has no null."""
        return not member['isNeeded'] and not facts.get('isForm') if is_request else member.get('mayBeNull')

    def of_facts(self, facts, is_request, bounds=None):
        """The schema of a body, a member or an element."""
        if 'of' in facts:
            return reference('schemas', schema_name(facts['of']))
        if 'const' in facts:
            return {'const': facts['const']}
        if 'words' in facts:
            if is_request:
                return {'type': 'string', 'enum': facts['words']}
            return {'type': 'string', 'pattern': f'^({"|".join(facts["words"])})$'}
        if 'kinds' in facts:
            kinds = facts['kinds']
            return {'type': kinds[0] if len(kinds) == 1 else kinds} if kinds else {}
        if facts.get('type') in ('time', 'preciseTime'):
            if is_request:
                return {'type': 'string', 'format': 'date-time'}
            return reference('schemas', 'Time' if facts['type'] == 'time' else 'PreciseTime')
        if facts.get('type') == 'array':
            return {'type': 'array', 'items': self.of_facts(facts['items'], is_request)}
        if 'values' in facts:
            return {'type': 'object', 'additionalProperties': self.of_facts(facts['values'], is_request)}
        if 'members' in facts:
            return {'type': 'object', 'properties': {name: self.of_facts(member, is_request) for name, member in facts['members'].items()}}
        schema = {'type': facts['type']} if 'type' in facts else {}
        if bounds and facts.get('type') == 'string':
            schema |= ({'minLength': bounds[0]} if bounds[0] > 0 else {}) | {'maxLength': bounds[1]}
        return schema
