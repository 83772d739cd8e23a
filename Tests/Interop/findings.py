"""What a check finds out."""

import sys
import time


class Findings:
    def __init__(self, subject):
        self.subject = subject
        self.count = 0
        self.failures = []

    def expect(self, is_so, what):
        self.count += 1
        if not is_so:
            self.failures.append(what)

    def expect_equal(self, found, due, what):
        self.expect(found == due, f'{what}: {found} in place of {due}')

    def come_to_hold(self, condition, what, seconds=30):
        """Asks again and again until it is so, or for too long."""
        deadline = time.monotonic() + seconds
        while not (holds := condition()) and time.monotonic() < deadline:
            time.sleep(0.2)
        self.expect(holds, what)

    def report(self):
        """Prints what there is to say, and ends the program."""
        print(f'{self.subject}: {self.count} checks, {len(self.failures)} failures')
        for failure in self.failures:
            print('  ' + failure)
        sys.exit(1 if self.failures else 0)
