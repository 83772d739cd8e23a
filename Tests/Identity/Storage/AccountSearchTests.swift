@testable import Identity

@Suite("A store lists accounts", .timeLimit(.minutes(10))) struct AccountSearchTests {
    private let stores = ScratchStores()

    private func person(
        _ id: String, _ names: AccountNames = AccountNames(), first: String? = nil, last: String? = nil,
        display: String? = nil, field: String? = nil, password: StoredPassword? = .sample()
    ) throws -> NewAccount {
        NewAccount(
            id: .named(id), names: try NameRules.checked(names),
            details: ProfileDetails(
                firstName: first.map(Personal.init), lastName: last.map(Personal.init),
                fields: field.map { ["displayName": Personal(.text($0))] }, displayName: display.map(Personal.init)),
            password: password, registration: RegistrationRecord())
    }

    private func filter(
        _ query: String? = nil, _ status: AccountStatus? = nil, _ method: AuthenticationMethod? = nil,
        since: UnixTime? = nil
    ) throws -> AccountFilter {
        try AccountFilter(
            ListAccounts(query: query.map(Personal.init), status: status, method: method, since: since, limit: 1))
    }

    private func ids(_ filter: AccountFilter, in store: IdentityStore) async throws -> [String] {
        try await store.listAccounts(filter, after: nil, limit: 100).accounts.map(\.id.text)
    }

    @Test("Accounts are found by the beginning of each kind of name, the newest first", arguments: StoreKind.allCases)
    func names(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let people = [
            try person("a", .username("Ada.L"), first: "Grace"), try person("b", .email("ada@example.org")),
            try person("c", .phone("+33 612345678"), first: "ADAM"), try person("d", .username("x1"), last: "adams"),
            try person("e", .username("x2"), display: "Adélie \u{C9}lan"),
            try person("f", .username("x3"), first: "\u{C9}lise"),
            try person("g", .username("x4"), first: "\u{E9}lise"),
            try person("h", .username("x5"), display: "50%_off"), try person("i", .username("x6"), display: "50x"),
        ]
        for (place, person) in people.enumerated() {
            _ = try await store.createAccount(person, at: .start.adding(seconds: Int64(place)))
        }
        let link = try ProviderLink(issuer: "https://login.example", subjectHash: String(repeating: "a", count: 64))
        _ = try await store.recogniseIssuedUser(
            link, PersonClaims(email: Personal("Adele@work.example")), as: try person("z", password: nil),
            login: LoginRecord(), at: .start.adding(seconds: 60))
        for (query, found) in [
            ("ada", ["d", "c", "b", "a"]), ("ADA", ["d", "c", "b", "a"]), ("ada.l", ["a"]), ("ada@", ["b"]),
            ("+33 6 12", ["c"]), ("ad", ["z", "e", "d", "c", "b", "a"]), ("ADE", ["z", "e"]), ("adé", ["e"]),
            ("ADÉ", ["e"]), ("éli", ["g", "f", "e"]), ("ELI", ["g", "f", "e"]), ("50%", ["i", "h"]),
            ("50", ["i", "h"]),
            ("grace", ["a"]), ("nobody", []), ("x", ["i", "h", "g", "f", "e", "d"]), ("'; --", []),
        ] {
            #expect(try await ids(filter(query), in: store) == found, "\(query)")
        }
    }

    @Test("Accounts are found by words of their names, in any order, without accents", arguments: StoreKind.allCases)
    func words(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let people = [
            try person("sean", first: "Seán", last: "Fitzgerald"), try person("fritz", first: "Jean", last: "Fitz"),
            try person("uwe", first: "Uwe", last: "Müller"), try person("nora", first: "Nora", field: "Nora O’Brien"),
            try person("wu", display: "吴 小明"), try person("jp", first: "Jean-Pierre", last: "Weiß"),
        ]
        for (place, person) in people.enumerated() {
            _ = try await store.createAccount(person, at: .start.adding(seconds: Int64(place)))
        }
        let searches: [(String, [String])] = [
            ("Sean Fitzgerald", ["sean"]), ("fitz sean", ["sean"]), ("FITZ", ["fritz", "sean"]), ("gerald", ["sean"]),
            ("mull", ["uwe"]), ("MÜLLER, Uwe", ["uwe"]), ("u\u{308}ll", ["uwe"]), ("obrien", ["nora"]),
            ("o'bri", ["nora"]), ("小明", ["wu"]), ("weiss jean", ["jp"]), ("pierre", ["jp"]), ("se fi", ["sean"]),
            ("an", []), ("sean muller", []), ("%", []), ("_", []), ("sean@fitzgerald", []),
        ]
        for (query, found) in searches {
            #expect(try await ids(filter(query), in: store) == found, "\(query)")
        }
    }

    @Test("Accounts are found by the parts of user names and addresses", arguments: StoreKind.allCases)
    func parts(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let people = [
            try person("meera", .username("meera.mehta")), try person("lin", .email("Lin_Wu-Chen@example.org")),
            try person("kim", .username("kim.x7"), first: "Kim"), try person("ada", .username("ada")),
        ]
        for (place, person) in people.enumerated() {
            _ = try await store.createAccount(person, at: .start.adding(seconds: Int64(place)))
        }
        let searches: [(String, [String])] = [
            ("mehta", ["meera"]), ("MEHTA meera", ["meera"]), ("hta", ["meera"]), ("meera.me", ["meera"]),
            ("chen", ["lin"]), ("wu", ["lin"]), ("example", []), ("x7", []), ("kim.x7", ["kim"]), ("da", []),
        ]
        for (query, found) in searches {
            #expect(try await ids(filter(query), in: store) == found, "\(query)")
        }
        // The beginning finds a single word, which has no rows; the first names have one row for each end.
        let count: Int? = try await store.read { connection in
            try connection.value(
                """
                SELECT count(*) FROM name_part n JOIN account a ON a.number = n.account WHERE a.id IN ('ada', 'kim')
                """)
        }
        #expect(count == 1)
        try await store.write { try $0.execute(NamePartTable.refill) }
        #expect(try await store.fillNameParts(limit: 10) == false)
        #expect(try await ids(filter("mehta"), in: store) == ["meera"])
    }

    @Test("A changed name is found at once, and the former one no longer", arguments: StoreKind.allCases)
    func changedNames(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await store.createAccount(try person("a", .username("ada"), first: "Grace"), at: .start)
        try await store.setAccountStatus(.named("a"), .disabled, at: .start.adding(seconds: 1))
        #expect(try await ids(filter("grace"), in: store) == ["a"])
        try await store.write { connection in
            var row = try store.present(.named("a"), connection)
            row.profile.details.firstName = Personal("Betty")
            try connection.accounts.update(row)
        }
        #expect(try await ids(filter("grace"), in: store) == [])
        #expect(try await ids(filter("betty"), in: store) == ["a"])
        #expect(try await store.fillNameParts(limit: 1) == false, "both writes have kept the words up to date")
        _ = try await store.eraseAccount(.named("a"), at: .start)
        let parts: Int? = try await store.read { try $0.value("SELECT count(*) FROM name_part") }
        #expect(parts == 0)
    }

    @Test("Names that an earlier version has written are found after the housekeeping", arguments: StoreKind.allCases)
    func earlierVersions(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for name in ["a", "b", "c"] {
            _ = try await store.createAccount(try person(name, first: "Grace"), at: .start)
        }
        // Such a version adds an account, and changes another one, without the words.
        try await store.write { connection in
            try connection.run("DELETE FROM name_part")
            try connection.run("UPDATE account SET folded_names = NULL, names_folded_at = NULL WHERE id <> 'c'")
            try connection.run("UPDATE account SET first_name = 'Betty', updated_at = updated_at + 1 WHERE id = 'c'")
        }
        #expect(try await ids(filter("betty"), in: store) == [])
        while try await store.fillNameParts(limit: 2) {}
        #expect(try await ids(filter("grace"), in: store) == ["b", "a"])
        #expect(try await ids(filter("betty"), in: store) == ["c"])
    }

    @Test("A page has the number of all matches if the caller asks for it", arguments: StoreKind.allCases)
    func totals(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for name in ["a", "b", "c"] {
            _ = try await store.createAccount(try person(name, .username("user\(name)"), first: "Grace"), at: .start)
        }
        try await store.setAccountStatus(.named("a"), .disabled, at: .start)
        for (wanted, total) in [
            (try filter(), 3), (try filter("grace"), 3), (try filter("userb"), 1), (try filter(nil, .disabled), 1),
            (try filter("grace", .active, .password), 2), (try filter(since: .start.adding(seconds: 1)), 0),
        ] {
            #expect(try await store.listAccounts(wanted, after: nil, limit: 1, counting: true).total == total)
        }
        #expect(try await store.listAccounts(try filter(), after: nil, limit: 1).total == nil)
    }

    @Test("The list has the display name, also of an app that keeps it as a field", arguments: StoreKind.allCases)
    func displayNames(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for one in [
            try person("field", .username("ada"), display: "Apple user", field: "Countess"),
            try person("plain", .username("ben"), display: "Ben"), try person("none", .username("cat")),
        ] {
            _ = try await store.createAccount(one, at: .start)
        }
        let listed = try await store.listAccounts(filter(), after: nil, limit: 9).accounts
        #expect(listed.map(\.displayName?.value) == [nil, "Ben", "Countess"])
        #expect(try await ids(filter("ada"), in: store) == ["field"])
    }

    @Test("Accounts are found by status, method and moment", arguments: StoreKind.allCases)
    func filters(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await store.createAccount(try person("a", .username("ada"), first: "Ada"), at: .start)
        let second = UnixTime.start.adding(seconds: 60)
        _ = try await store.createAccount(try person("b", .username("ben"), first: "Ada"), at: second)
        _ = try await store.createAccount(try person("nobody", password: nil), at: second)
        _ = try await store.createAccount(try person("open", .email("new@example.org"), password: nil), at: second)
        let link = try ProviderLink(issuer: "https://login.example", subjectHash: String(repeating: "a", count: 64))
        _ = try await store.recogniseIssuedUser(
            link, PersonClaims(), as: try person("p", password: nil), login: LoginRecord(), at: second)
        let apple = "apple_" + String(repeating: "0", count: 30)
        for method in ["derived", "vouched"] {
            let user = NewAccount(
                id: .named(apple), names: .email("\(apple)@example.org"), details: ProfileDetails(),
                password: method == "derived" ? .sample() : nil, registration: RegistrationRecord())
            if method == "derived" {
                _ = try await store.createAccount(user, at: second)
                #expect(try await ids(filter(nil, nil, .apple), in: store) == [])
                #expect(try await ids(filter("apple_", nil, .password), in: store) == [apple])
            } else {
                _ = try await store.recogniseAppleUser(user, login: LoginRecord(), at: second)
            }
        }
        try await store.setAccountStatus(.named("a"), .disabled, at: second)
        #expect(try await ids(filter(), in: store) == [apple, "p", "open", "nobody", "b", "a"])
        #expect(try await ids(filter(nil, .disabled), in: store) == ["a"])
        #expect(try await ids(filter("ada", .disabled), in: store) == ["a"])
        #expect(try await ids(filter(nil, .active), in: store) == [apple, "p", "open", "nobody", "b"])
        #expect(try await ids(filter("ada", .active), in: store) == ["b"])
        #expect(try await ids(filter(nil, nil, .password), in: store) == ["b", "a"])
        #expect(try await ids(filter(nil, nil, .apple), in: store) == [apple])
        #expect(try await ids(filter(nil, nil, .provider), in: store) == ["p"])
        #expect(try await ids(filter(nil, nil, .anonymous), in: store) == ["nobody"])
        #expect(try await ids(filter(nil, nil, .password, since: second), in: store) == ["b"])
        #expect(try await ids(filter("ada", since: second), in: store) == ["b"])
        #expect(try await ids(filter(since: second.adding(seconds: 1)), in: store) == [])
        #expect(try await ids(filter(nil, nil, .emailCode), in: store) == [])
        let all = try await store.listAccounts(filter(), after: nil, limit: 100).accounts
        #expect(
            all.map(\.methods) == [[.apple], [.provider], [], [.anonymous], [.password], [.password]],
            "one that only has a name has no method yet")
    }

    @Test("An account is found by its confirmed address as long as it has it", arguments: StoreKind.allCases)
    func confirmed(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for name in ["a", "b"] {
            let one = try person(name, .email("\(name)@example.org"), password: nil)
            _ = try await store.createAccount(one, at: .start)
        }
        _ = try await store.write { connection in
            try connection.run("UPDATE account SET verified_email = email, email_verified_at = \(UnixTime.start)")
        }
        _ = try await store.write { try $0.run("UPDATE account SET email = 'c@example.org' WHERE id = 'b'") }
        #expect(try await ids(filter(nil, nil, .emailCode), in: store) == ["a"])
        let all = try await store.listAccounts(filter(), after: nil, limit: 100).accounts
        #expect(all.map(\.methods) == [[], [.emailCode]])
    }

    @Test("Pages skip and repeat nothing while accounts come and go", arguments: StoreKind.allCases)
    func pages(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        // Three of each moment.
        for number in 0..<30 {
            let one = try person("a\(number)", .username("ada\(number)"))
            _ = try await store.createAccount(one, at: .start.adding(seconds: Int64(number / 3)))
        }
        for query in [nil, "ada"] {
            var seen: [String] = []
            var position: AccountPosition?
            var round = 0
            repeat {
                let page = try await store.listAccounts(filter(query), after: position, limit: 4)
                #expect(page.accounts.count <= 4)
                seen += page.accounts.map(\.id.text)
                position = page.next
                // The one at which the page ended goes, and others come, in front and of the same moment.
                if round < 3, let last = seen.last {
                    _ = try await store.eraseAccount(.named(last), at: .start)
                    let new = try person("new\(query ?? "")\(round)", .username("adanew\(query ?? "")\(round)"))
                    _ = try await store.createAccount(new, at: .start.adding(seconds: 100))
                }
                round += 1
            } while position != nil
            let expected = (0..<30).reversed().map { "a\($0)" }
            #expect(Set(seen).count == seen.count)
            guard query == nil else {
                #expect(Set(seen).isSuperset(of: expected.suffix(18)))
                continue
            }
            #expect(seen == expected)
        }
    }

    @Test("A list goes on from the cursor of a page, and from no other text")
    func cursors() throws {
        let position = AccountPosition(createdAt: .start, number: 7)
        #expect(try AccountPosition(cursor: position.cursor) == position)
        for text in ["", "7", "!", base64URL("1".utf8), base64URL("a.b".utf8), base64URL("1.2.3".utf8)] {
            #expect(throws: ServiceError.self) { try AccountPosition(cursor: text) }
        }
        for text in ["", " ", "a\nb", "a\0", String(repeating: "a", count: 300)] {
            #expect(throws: ServiceError.self) { try filter(text) }
        }
    }
}
