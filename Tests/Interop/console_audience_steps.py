"""What the check of the console does with audiences of several conditions."""

import json
import urllib.parse


class AudienceSteps:
    """Steps of a journey that also has those of notifications."""

    def audience_rows(self):
        """Conditions in rows, one of them denied, and a group: sent as the API has them, and shown as rows again."""
        self.compose()
        self.fill('input[name=title]', 'Rows')
        self.choose('who', 'rows')
        self.page.wait('document.querySelector(".composer .figure").textContent.startsWith("Fill in “")', 'what the estimate needs')
        self.fill('input[name=version]', '3.1')
        for kind in ['platform', 'tag', 'group']:
            self.click('Add a condition', '.composer .conditions > p:last-child')
            self.choose('condition', kind, self.page.run('document.querySelectorAll("select[name=condition]").length') - 1)
        self.choose('platform', 'android')
        self.choose('is', 'not', 2)
        self.fill('input[name=tag]', 'vip')
        # The group stands last: its own rows come behind all others.
        self.choose('condition', 'topic', 4)
        self.fill('input[name=topic]', 'news')
        self.click('Add a condition', '.condition .conditions')
        self.choose('condition', 'language', 5)
        self.fill('input[name=audienceLanguage]', 'French')
        self.choose('join', 'any', 1)
        self.estimate()
        self.found.expect(
            'Everyone on Android below version 3.1 and (with the topic “news” or reading French), except those with the tag “vip”' in self.text(),
            f'the audience in words: {self.text(".composer")}')
        self.inspect('compose-rows')
        self.choose('way', 'instant')
        self.click('Schedule')
        self.confirm('Schedule')
        self.page.wait('document.querySelector("h1 .chip")?.textContent === "scheduled"', 'it is scheduled')
        said = {'all': [{'appVersion': '<3.1'}, {'platform': 'android'}, {'not': {'tag': 'vip'}}, {'any': [{'topic': 'news'}, {'language': 'fr'}]}]}
        waiting = self.shown_notification()
        self.found.expect_equal(self.operate_get(f'/notifications/{waiting}')['audience'], said, 'the audience of the rows')
        self.click('Change')
        self.page.wait('document.querySelectorAll("select[name=condition]").length === 6', 'the rows of before')
        self.found.expect_equal(self.values('select[name=condition]'), ['appVersion', 'platform', 'tag', 'group', 'topic', 'language'], 'the conditions')
        self.found.expect_equal(self.values('select[name=join]'), ['all', 'any'], 'how the conditions combine')
        self.choose('who', 'advanced')
        self.found.expect_equal(
            json.loads(self.page.run('document.querySelector("textarea[name=audience]").value')), said, 'the JSON begins with the audience of the rows')
        self.operate('DELETE', f'/notifications/{waiting}')
        # What rows cannot show is JSON, and a place takes no conditions that could tell where a person is.
        deep = {'not': {'all': [{'not': {'any': [{'tag': 'a'}, {'tag': 'b'}]}}, {'tag': 'c'}]}}
        self.open('compose?audience=' + urllib.parse.quote(json.dumps(deep)))
        self.page.wait('document.querySelector("select[name=who]")?.value === "advanced"', 'an audience for which there are no rows')
        self.open('compose?audience=' + urllib.parse.quote(json.dumps({'all': [{'tag': 'a'}, {'platform': 'ios'}]})))
        self.page.wait('document.querySelectorAll("select[name=condition]").length === 2', 'the rows of an address')
        self.choose('who', 'near')
        self.found.expect_equal(self.values('select[name=condition]'), ['platform'], 'the conditions beside a place')
        self.found.expect(
            self.page.run('[...document.querySelector("select[name=condition]").options].find(option => option.value === "tag").disabled'), 'no tags beside a place')
        self.open('overview')
