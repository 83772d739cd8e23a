"""Makes the components that the paths of a document refer to: shared parameters, headers, examples, responses and schemas."""

import re

from openapi.shorthand import expand_parameter, expand_schema, reference


def response_headers(common, names):
    headers = {}
    for name in ['RequestId', *names]:
        if isinstance(name, dict):
            headers |= name
        else:
            headers[common['headers'][name]['field']] = reference('headers', name)
    return headers


def failure_name(common, api, status):
    """The name of the response with a status that is no success: that of the API itself, or of the one that it is like."""
    failures = common['failures'][api]
    if status in failures:
        return failures[status]['is'] if 'is' in failures[status] else f'{api}{status}'
    return failures['any'] if 'any' in failures else failure_name(common, failures['like'], status)


class Components:
    def __init__(self, common, schemas):
        self.common = common
        self.schemas = schemas

    def referenced_by(self, document):
        """The components by kind and name, with those that they refer to themselves."""
        found = {kind: {} for kind in ['securitySchemes', 'parameters', 'headers', 'examples', 'responses', 'schemas']}
        todo = [document]
        while todo:
            node = todo.pop()
            if isinstance(node, list):
                todo += node
            elif isinstance(node, dict):
                kind, _, name = str(node.get('$ref', '')).removeprefix('#/components/').partition('/')
                if name and name not in found[kind]:
                    found[kind][name] = self.component(kind, name)
                    todo.append(found[kind][name])
                todo += node.values()
        operations = [one for item in document['paths'].values() for one in item.values() if isinstance(one, dict)]
        used = {name for operation in operations for credentials in operation.get('security', []) for name in credentials}
        found['securitySchemes'] = {name: one for name, one in self.common['securitySchemes'].items() if name in used}
        move_choices_to_references(document, found['schemas'])
        return {kind: named if kind == 'securitySchemes' else dict(sorted(named.items())) for kind, named in found.items() if named}

    def component(self, kind, name):
        if kind == 'schemas':
            return self.schemas.schema(name)
        if kind == 'responses' and name not in self.common[kind]:
            api, status = re.fullmatch(r'([A-Za-z]+?)(Failure|\d+)', name).groups()
            return self.any_failure(api) if status == 'Failure' else self.failure(api, int(status))
        entry = self.common[kind][name]
        if kind == 'parameters':
            return expand_parameter(name, entry)
        if kind == 'headers':
            return {key: expand_schema(value) if key == 'schema' else value for key, value in entry.items() if key != 'field'}
        if kind == 'examples':
            return {'value': entry}
        return self.response(entry)

    def response(self, entry):
        response = {'description': entry['says'], 'headers': response_headers(self.common, entry.get('headers', []))}
        if 'schema' in entry:
            properties = {'properties': entry['properties']} if entry.get('properties') else {}
            content = {'schema': {**expand_schema(entry['schema']), **properties}}
            if 'example' in entry:
                content['example'] = entry['example']
            response['content'] = {entry.get('type', 'application/json'): content}
        return response

    def any_failure(self, api):
        """What every call of an API may be answered. `x-statuses` says which statuses that is, and what each looks like."""
        failures = self.common['failures'][api]
        response = self.response({**failures['default'], 'type': failures.get('type', 'application/json')})
        of = failures.get('of', api)
        response['x-statuses'] = {
            str(status): reference('responses', failure_name(self.common, of, status)) for status in failures['shared']}
        return response

    def failure(self, api, status):
        """A status of an API that is no success. A text or some words are the possible values of a member."""
        failures = self.common['failures'][api]
        entry = failures[status]
        properties = {failures['status']: {'const': status}} if 'status' in failures else {}
        for name, one in entry.items():
            if name not in ('says', 'headers'):
                properties[name] = one if isinstance(one, dict) else \
                    {'pattern': f'^({"|".join(one)})$'} if isinstance(one, list) else {'const': one}
        return self.response({
            'says': entry['says'], 'headers': [*failures.get('headers', []), *entry.get('headers', [])], 'schema': failures['schema'],
            'properties': properties})


def move_choices_to_references(document, schemas):
    """Puts "at least one of these members" beside the references to a type: generators of clients read a type that has it as a choice
    of types, and make none of its own."""
    choices = {}
    for name, schema in schemas.items():
        if all(set(one) == {'required'} for one in schema.get('anyOf', [{}])):
            choices[f'#/components/schemas/{name}'] = schema.pop('anyOf')
    todo = [document, schemas]
    while todo:
        node = todo.pop()
        if isinstance(node, dict) and node.get('$ref') in choices:
            node['anyOf'] = choices[node['$ref']]
        todo += node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
