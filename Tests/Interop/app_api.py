"""Calls of the app API whose status is known beforehand."""

import uuid

import requests


class AppAPI:
    def __init__(self, origin, found):
        self.root = origin + '/api/v1/'
        self.found = found

    def call(self, method, path, body=None, token=None, due=200):
        headers = {'Authorization': 'Bearer ' + token} if token else {}
        answer = requests.request(method, self.root + path, json=body, headers=headers, timeout=30)
        self.found.expect(
            answer.status_code == due, f'{method} {path} is {answer.status_code} in place of {due}: {answer.text}')
        return answer.json()

    def person(self):
        """The name and the session token of somebody who has just registered, with the password `correct horse`."""
        name = 'ada-' + uuid.uuid4().hex[:12]
        answer = self.call('POST', 'auth/register', {'username': name, 'password': 'correct horse'}, due=201)
        return name, answer['data']['token']
