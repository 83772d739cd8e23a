@testable import Push

@Suite("A stop of a delivery worker")
struct DeliveryStopTests {
    private func stop(after causes: [DeliveryStop.Cause]) -> DeliveryStop? {
        causes.reduce(nil) { former, cause in
            DeliveryStop(cause, "R", after: former, asked: nil, at: former?.until ?? .start)
        }
    }

    @Test(
        "Unreachable providers and errors of the provider continue the same outage",
        arguments: [
            [.unreachable, .unreachable, .unreachable], [.unreachable, .outage, .unreachable],
            [.outage, .unreachable, .outage],
        ] as [[DeliveryStop.Cause]])
    func oneOutage(causes: [DeliveryStop.Cause]) throws {
        let last = try #require(stop(after: causes))
        #expect(last.since == .start && last.tries == 3)
        let seconds = (1...3).map { OutagePauses.seconds(nil, tries: $0) }.reduce(0, +)
        #expect(last.until == UnixTime.start.adding(seconds: seconds))
    }

    @Test("Attempts that reveal nothing about the cause have growing pauses", arguments: [true, false])
    func vain(isDoubt: Bool) throws {
        var stop = try #require(self.stop(after: [.credential]))
        stop.isDoubt = isDoubt
        var now = isDoubt ? UnixTime.start : stop.until
        for seconds in [1, 2, 4, 8] as [Int64] {
            #expect(stop.isDue(at: now))
            stop.pause(asked: nil, at: now)
            #expect(!stop.isDue(at: now.adding(seconds: seconds - 1)))
            now = now.adding(seconds: seconds)
        }
        #expect(stop.isDue(at: now))
        stop.pause(asked: .seconds(600), at: now)
        #expect(!stop.isDue(at: now.adding(seconds: 599)) && stop.isDue(at: now.adding(seconds: 600)))
    }

    @Test("A missing credential is told apart from a refused one")
    func noCredential() {
        func stop(_ reason: String) -> DeliveryStop {
            DeliveryStop(.credential, reason, after: nil, asked: nil, at: .start)
        }
        func note(_ reason: String) -> String? { stop(reason).note(.apnsProduction) }
        #expect(stop("BadToken").credentialMessage.hasPrefix("the provider refuses the credential"))
        #expect(stop(APNsClient.missing).credentialMessage.hasPrefix("no credential is set"))
        #expect(note("BadToken")?.contains("the provider refuses the credential (BadToken)") == true)
        #expect(note(APNsClient.missing)?.contains("no credential is set (not configured: push.apns.teamId") == true)
        #expect(note(APNsClient.missing)?.contains("refuses") == false)
        let beginning = "no push has reached Apple (production) since \(UnixTime.start.utcText); "
        #expect(note("BadToken")?.hasPrefix(beginning) == true)
    }

    @Test("A new cause begins a new stop", arguments: [true, false])
    func another(isCredentialFirst: Bool) throws {
        let first = try #require(stop(after: [isCredentialFirst ? .credential : .outage]))
        let last = DeliveryStop(
            isCredentialFirst ? .outage : .credential, "R", after: first, asked: nil, at: first.until)
        #expect(last.since == first.until && last.tries == 1)
    }
}
