"""What the check of the console does on its pages of the log and of backups."""


class LogSteps:
    """Steps of a journey that has seen a person (`account`) who was refused once."""

    def show_more(self):
        """The next part of a list, where there is one."""
        rows = 'document.querySelectorAll("tbody tr").length'
        count = self.page.run(rows)
        pressed = self.page.run("""[...document.querySelectorAll("main button")]
            .filter(button => button.textContent === "Show more").map(button => button.click()).length""")
        if pressed:
            self.page.wait(f'{rows} > {count}', 'more rows')

    def log(self):
        self.click('Log', 'nav')
        self.ready('log')
        self.show_more()
        text = self.text()
        for what in ['EndAccountSession', 'Announce', 'CreateAPIKey', 'BeginConsoleSession', 'Operator’s token']:
            self.found.expect(what in text, f'{what} is in the log')
        self.click('Verify the log')
        self.page.wait('document.querySelector(".answer .chip") !== null', 'the end of the check')
        self.found.expect('whole' in self.text('.answer'), 'the log is whole')

    def security_log(self):
        self.open(f'person/{self.account}')
        self.found.expect('sign-in refused' in self.text(), 'what was refused is shown of the person')
        self.open('log')
        self.click('Security')
        self.page.wait('document.querySelector("select[name=event]") !== null', 'the security log')
        self.ready('log')
        text = self.text()
        for what in ['sign-in refused', 'password: wrong password', 'API key made', self.account]:
            self.found.expect(what in text, f'{what} is in the security log')
        self.page.run('document.querySelector("select[name=event]").value = "api-key-made"')
        self.fill('input[name=account]', '')
        self.click('Find')
        self.page.wait('!document.querySelector("tbody").innerText.includes("sign-in refused")', 'keys alone')
        self.open('log?view=security')
        self.fill('input[name=account]', 'ada@example.org')
        self.click('Find')
        self.page.wait(f'location.hash.includes("account={self.account}")', 'one person')
        self.ready('log')
        rows = self.page.run('[...document.querySelectorAll("tbody tr")].map(row => row.innerText)')
        self.found.expect(rows and all(self.account in row for row in rows), f'the events of one person: {rows}')

    def backups(self):
        """An operator makes a backup and has it verified."""
        self.click('Backups', 'nav')
        self.ready('backups')
        self.found.expect('There is no backup.' in self.text(), 'there is no backup yet')
        self.click('Make a backup')
        self.confirm('Make a backup')
        self.page.wait('document.querySelector(".answer .chip.good") !== null', 'the end of the backup')
        self.found.expect('complete' in self.text('tbody'), 'the backup is complete')
        self.click('Verify')
        self.page.wait('document.querySelector(".answer").innerText.includes("Verifying")', 'the check of the backup')
        self.page.wait('document.querySelector(".answer .chip.good") !== null', 'the end of the check')
        self.open('overview')
        self.found.expect('Not all services were backed up' not in self.text(), 'the overview knows of the backup')
