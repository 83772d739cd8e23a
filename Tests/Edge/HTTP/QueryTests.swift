@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct QueryTests {
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

    @Test func readsNumbers() throws {
        for (text, number) in [("n=15000.0", 15_000), ("n=-1e3", -1000), ("n=", nil)] as [(String, Double?)] {
            var query = Query(text)
            let found = query.number("n")
            #expect(found == number)
            try query.finish()
        }
        for text in ["n=x", "n=1e999", "n=nan", "n=0x10", "n=inf"] {
            var query = Query(text)
            let found = query.number("n")
            #expect(found == nil)
            let noted = query
            #expect(throws: EdgeError.self, "\(text)") { try noted.finish() }
        }
    }

    @Test func readsWholeNumbersOfARange() throws {
        for (text, number) in [("n=1", 1), ("n=100", 100), ("", nil)] as [(String, Int?)] {
            var query = Query(text)
            let found = query.integer("n", in: 1...100)
            #expect(found == number)
            try query.finish()
        }
        for text in ["n=0", "n=101", "n=1.0", "n=x"] {
            var query = Query(text)
            let found = query.integer("n", in: 1...100)
            #expect(found == nil)
            let noted = query
            #expect(throws: EdgeError.self, "\(text)") { try noted.finish() }
        }
    }

    @Test("All wrong parameters are in one error, also unknown ones")
    func reportsAll() {
        var query = Query("limit=x&unread=maybe&since=soon&limt=3&other=1")
        query.checkNames(knowing: ["limit", "unread", "since", "other"])
        let (limit, unread, since) = (query.integer("limit", in: 1...9), query.flag("unread"), query.moment("since"))
        #expect(limit == nil && unread == nil && since == nil)
        let noted = query
        let error = #expect(throws: EdgeError.self) { try noted.finish() }
        #expect(error?.wrongMembers.map(\.field) == ["limt", "limit", "unread", "since"])
    }

    /// The query arrives, even with other parts behind it.
    @Test(arguments: ["?cursor=n1", "?cursor=n1#x", "?a=?&cursor=n1"])
    func reachesTheCall(_ rest: String) async throws {
        let services = ScriptedServices.people()
        try await services.ask(
            "GET", "/api/v1/notifications" + rest, headers: [("Authorization", People.token)]
        ).expect(200)
        #expect(services.received(ListInbox.self).first?.before == InboxEntryID("n1"))
    }
}
