// Parameters of addresses, and moments as clients write them.

import Models
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(2))) struct QueryTests {
    @Test(
        arguments: [
            ("", nil), ("name=x", "x"), ("a=1&name=x&name=y", "x"), ("name=", nil), ("name", nil),
            ("name=&name=y", "y"),
            ("name=a+b%26%C3%A9", "a b&é"), ("na%6De=x", "x"), ("name=a=b", "a=b"), ("&&name=x&", "x"),
            ("name=%zz", "%zz"), ("Name=x", nil), ("other=x", "x"),
        ] as [(String, String?)])
    func findsATextUnderTheFirstNameThatIsGiven(_ text: String, _ found: String?) {
        #expect(Query(text).text("name", "other") == found)
    }

    @Test(arguments: [("n=15000.0", 15_000), ("n=-1e3", -1000), ("n=", nil)] as [(String, Double?)])
    func readsNumbers(_ text: String, _ number: Double?) throws {
        #expect(try Query(text).number("n") == number)
    }

    @Test(arguments: ["n=x", "n=1e999", "n=nan", "n=0x10", "n=inf"])
    func refusesWhatIsNoNumber(_ text: String) {
        #expect(throws: EdgeError.self) { try Query(text).number("n") }
    }

    @Test(arguments: [("n=1", 1), ("n=100", 100), ("", nil)] as [(String, Int?)])
    func readsWholeNumbers(_ text: String, _ number: Int?) throws {
        #expect(try Query(text).integer("n", in: 1...100) == number)
    }

    @Test(arguments: ["n=0", "n=101", "n=1.0", "n=x"])
    func refusesWhatIsNoWholeNumberOfTheRange(_ text: String) {
        #expect(throws: EdgeError.self) { try Query(text).integer("n", in: 1...100) }
    }

    /// The part behind the path arrives, whatever else stands there.
    @Test(arguments: ["?cursor=n1", "?cursor=n1#x", "?a=?&cursor=n1"])
    func comesOfTheAddress(_ rest: String) async throws {
        let services = ScriptedServices.people()
        let response = try await withEdge(services) { edge in
            try await edge.request("GET", "/api/v1/notifications" + rest, headers: [("Authorization", People.token)])
        }
        #expect(response.status == 200)
        #expect(services.received(ListInbox.self).first?.before == InboxEntryID("n1"))
    }
}

@Suite struct MomentTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T12:00:00Z", 1_769_860_800_000),
            ("2026-01-31T12:00:00.789Z", 1_769_860_800_789), ("2026-01-31T12:00:00.7Z", 1_769_860_800_700),
            ("2026-01-31T12:00:00.7899999Z", 1_769_860_800_789), ("2026-01-31T13:00:00+01:00", 1_769_860_800_000),
            ("2026-01-31T13:00:00+0100", 1_769_860_800_000), ("2026-01-31T13:00:00 01:00", 1_769_860_800_000),
            ("2026-01-31T06:30:00-05:30", 1_769_860_800_000), ("2026-01-31T12:00:00", 1_769_860_800_000),
            ("2026-01-31T12:00", 1_769_860_800_000), ("2026-01-31 12:00:00z", 1_769_860_800_000),
            ("2026-01-31", 1_769_817_600_000), ("2024-02-29", 1_709_164_800_000), ("2000-02-29", 951_782_400_000),
            ("1969-12-31T23:59:59Z", -1000), ("0001-01-01", -62_135_596_800_000),
            ("9999-12-31T23:59:60Z", 253_402_300_800_000),
        ])
    func isRead(_ text: String, _ milliseconds: Int64) {
        #expect(UnixTime(written: text) == UnixTime(milliseconds: milliseconds))
    }

    @Test(
        arguments: [
            "", "soon", "2026", "2026-1-31", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
            "2026-01-31T", "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:61Z",
            "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00ZZ", "2026-01-31T12:00:00+1", "2026-01-31T12:00:00+25:00",
            "2026-01-31T12:00:00 Z", "+026-01-31", "2026-01-31T12:00:00.00000000000000000000000000000Z",
            "2026-01-31T12:00:00é",
        ])
    func isRefused(_ text: String) { #expect(UnixTime(written: text) == nil) }
}
