"""Writes a document as YAML with short lines, so that changes are easy to see."""

import json
import re
import textwrap

WIDTH = 128
# What YAML reads as something else than a text.
RESERVED = re.compile(r'(y|n|yes|no|on|off|true|false|null|none)', re.IGNORECASE)


def yaml_text(document):
    lines = ['# Made by `make openapi` from the files in Document.']
    for name, value in document.items():
        one_line_from = {'paths': 3, 'components': 2}.get(name, 1)
        first, *more = value_lines(value, 2, one_line_from)
        lines += [f'{name}:' + (f' {first}' if first else ''), *more]
    # The version of OpenAPI is in the first line.
    lines[0], lines[1] = lines[1], lines[0]
    return '\n'.join(lines) + '\n'


def value_lines(value, indent, one_line_from):
    """The lines of a value: the first one goes behind its name. A list or an object that is `one_line_from` levels below is on one line
    if that is short."""
    if isinstance(value, str) and '\n\n' in value.strip() and re.fullmatch(r'[^\s\x00-\x08][^\x00-\x09]*\S\n?', value):
        begin = '|' if value.endswith('\n') else '|-'
        return [begin, *((' ' * indent + line).rstrip() for line in value.rstrip('\n').split('\n'))]
    text = on_one_line(value)
    if isinstance(value, str) and len(text) + indent > WIDTH and not text.startswith('"') and '  ' not in text:
        first, *more = textwrap.wrap(text, WIDTH - indent, break_long_words=False, break_on_hyphens=False)
        return [first, *(' ' * indent + line for line in more)]
    if not isinstance(value, (dict, list)) or not value or (one_line_from <= 0 and len(text) + indent <= WIDTH):
        return [text]
    lines = ['']
    if isinstance(value, list):
        for element in value:
            first, *more = value_lines(element, indent + 2, one_line_from - 1)
            if first == '':
                first, more = more[0].lstrip(), more[1:]
            lines += [' ' * indent + '- ' + first, *more]
        return lines
    for name, element in value.items():
        # The console reads the parameters line by line.
        first, *more = value_lines(element, indent + 2, 2 if name == 'parameters' else one_line_from - 1)
        lines += [' ' * indent + scalar(name) + ':' + (' ' + first if first else ''), *more]
    return lines


def on_one_line(value):
    if isinstance(value, dict):
        return '{' + ', '.join(f'{scalar(name)}: {on_one_line(one)}' for name, one in value.items()) + '}'
    return '[' + ', '.join(on_one_line(one) for one in value) + ']' if isinstance(value, list) else scalar(value)


def scalar(value):
    if not isinstance(value, str):
        return json.dumps(value)
    if re.search(r'[\x00-\x1f\x7f]', value):
        return json.dumps(value, ensure_ascii=False)
    if re.fullmatch(r'[A-Za-z_/$(\\^][^:#?,\[\]{}]*(?<! )', value) and not RESERVED.fullmatch(value):
        return value
    # A version has two dots, so it is a text without quotes too, and clients look for it at the beginning.
    if re.fullmatch(r'\d+\.\d+\.\d+', value):
        return value
    return "'" + value.replace("'", "''") + "'"
