"""Makes the paths of a document: each call with its parameters, credentials, bodies and answers."""

import re

from openapi.components import failure_name, response_headers
from openapi.shorthand import expand_parameter, expand_schema, reference

# An example may be null.
NO_EXAMPLE = object()


def form_fields(value, name=''):
    """The fields of a form for a JSON value, as in a[b][0]. Truth values are left out: a form has only texts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if parts is None:
        if not isinstance(value, bool):
            yield name, value
        return
    for key, part in parts:
        yield from form_fields(part, f'{name}[{key}]' if name else key)


def refuse_what_the_definition_says(call, facts):
    """A call with a definition has its method, path, callers and statuses of success from there alone."""
    statuses = {status for definition in facts for status in definition['statuses']}
    own = {key for key in call if key in ('at', 'credentials') or key in (*range(200, 300), 302, 303) and key not in statuses}
    own |= statuses & set(call.get('never', []))
    if facts and own:
        raise SystemExit(f'{call["name"]}: its definition says {own}')


class Paths:
    def __init__(self, common, calls, facts, schemas):
        self.common = common
        self.schemas = schemas
        self.facts = facts
        self.items = {}
        for call in calls:
            self.add(call)

    def add(self, call):
        facts = self.facts.get(call['name'], [])
        refuse_what_the_definition_says(call, facts)
        method, path = call['at'].split(' ', 1) if 'at' in call else (facts[0]['method'], facts[0]['path'])
        item = self.items.setdefault(path, {})
        placeholders = [self.placeholder(path, name) for name in re.findall(r'{(\w+)}', path)]
        folders = call.get('folders', self.common['apis'][call['api']].get('folders'))
        if folders:
            item['servers'] = [{'url': folder} for folder in folders]
        if placeholders:
            item['parameters'] = placeholders
        item[method.lower()] = self.operation(call, facts)

    def placeholder(self, path, name):
        known = self.common['placeholders']
        begin = path[:path.index('{' + name + '}')] + '{' + name + '}'
        if begin not in known:
            raise SystemExit(f'common.yaml: placeholders has no {begin}')
        return reference('parameters', known.get(f'{path} {name}', known[begin]))

    def operation(self, call, facts):
        api = self.common['apis'][call['api']]
        operation = {'tags': [call['tag']], 'operationId': call['name'], 'summary': call['summary']}
        if 'description' in call:
            operation['description'] = call['description']
        if 'parameters' in call:
            operation['parameters'] = [self.parameter(entry, api) for entry in call['parameters']]
        credentials = call.get('credentials', self.ordered(facts[0]['credentials']) if facts else api.get('credentials', []))
        if credentials:
            # The scopes, of which an API key needs one.
            scopes = facts[0].get('scopes', []) if facts else []
            operation['security'] = [{name: scopes if name == 'apiKey' else []} if name else {} for name in credentials]
        request = self.request(call, facts, api)
        if request:
            operation['requestBody'] = request
        operation['responses'] = self.responses(call, facts, api, bool(credentials) and '' not in credentials)
        return operation

    def parameter(self, entry, api):
        if not isinstance(entry, str):
            return expand_parameter(entry['name'], entry)
        # The console reads the parameters of operators' calls where they are used.
        is_shared = api['name'] != 'Operations'
        return reference('parameters', entry) if is_shared else expand_parameter(entry, self.common['parameters'][entry])

    def ordered(self, credentials):
        return [name for name in self.common['securitySchemes'] if name in credentials]

    def content(self, schema, example, is_request):
        """A media type's object: its schema and an example, or the name of a shared one."""
        self.schemas.note_use(schema, is_request)
        content = {'schema': schema}
        if isinstance(example, dict) and list(example) == ['example of']:
            name = example['example of']
            names = name if isinstance(name, dict) else {'sample': name}
            content['examples'] = {key: reference('examples', one) for key, one in names.items()}
        elif example is not NO_EXAMPLE:
            content['example'] = example
        return content

    def contents(self, entries, is_request):
        """The media types of a body that is written by hand."""
        return {kind: self.content(expand_schema(entry['schema']), entry.get('example', NO_EXAMPLE), is_request)
                for kind, entry in entries.items()}

    def request(self, call, facts, api):
        typed = facts[0] if facts and 'request' in facts[0] else None
        if typed is None and not {'takes', 'requests'} & call.keys():
            return None
        request = {'required': call.get('needsBody', True), 'content': {}}
        if 'requests' in call:
            request['content'] = self.contents(call['requests'], True)
            return request
        is_form = call.get('isForm', typed is not None and self.schemas.is_form(typed['request']))
        schema = expand_schema(call['takes']) if 'takes' in call else self.schemas.of_facts(typed['request'], True)
        kind = 'application/x-www-form-urlencoded' if is_form else 'application/json'
        request['content'][kind] = self.content(schema, call.get('request', NO_EXAMPLE), True)
        if 'form' in api:
            form = self.content(reference('schemas', api['form']), dict(form_fields(call['request'])), True)
            request['content']['application/x-www-form-urlencoded'] = form
        return request

    def responses(self, call, facts, api, needs_credential):
        never = call.get('never', [])
        replies = self.replies(facts)
        responses = {}
        for status in sorted({*replies, *(key for key in call if isinstance(key, int))}):
            entry = call.get(status, {})
            if status in never:
                continue
            if isinstance(entry, str):
                responses[str(status)] = reference('responses', entry)
            elif status == 204 and not entry and status in replies:
                responses['204'] = reference('responses', 'Done')
            else:
                responses[str(status)] = self.answer(entry, replies.get(status), api)
        if 'answer' in api and 200 not in [*call, *never]:
            responses['200'] = reference('responses', api['answer'])
        refusals = api.get('refusals', []) if needs_credential and facts else []
        for status in [*refusals, *api.get('always', []), *call.get('errors', [])]:
            if status not in never:
                responses.setdefault(str(status), reference('responses', failure_name(self.common, api['name'], status)))
        responses = dict(sorted(responses.items()))
        if 'default' in call or not call.get('listsAll'):
            responses['default'] = reference('responses', f'{call.get("default", api["name"])}Failure')
        return responses

    @staticmethod
    def replies(facts):
        """The facts of the body by the status of success. The usual status of a definition precedes the further ones of all."""
        replies = {}
        for statuses in (slice(0, 1), slice(1, None)):
            for definition in facts:
                for status in definition['statuses'][statuses]:
                    replies.setdefault(status, definition.get('reply'))
        return replies

    def answer(self, entry, reply, api):
        answer = {'description': entry.get('says', 'The request succeeded.')}
        answer['headers'] = response_headers(self.common, entry.get('headers', api.get('headers', [])))
        if 'bodies' in entry:
            answer['content'] = self.contents(entry['bodies'], False)
        elif 'schema' in entry or reply:
            schema = expand_schema(entry['schema']) if 'schema' in entry else self.schemas.of_facts(reply, False)
            answer['content'] = {entry.get('type', 'application/json'): self.content(schema, entry.get('example', NO_EXAMPLE), False)}
        return answer
