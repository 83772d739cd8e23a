struct WrittenTables: Sendable {
    let server: TestPostgreSQL
    let database: String

    private static let feeds = [
        (source: "identity", name: "accounts", followers: ["auth_session", "location", "preferences", "push"]),
        (source: "auth_session", name: "credentials", followers: ["push"]),
        (source: "preferences", name: "preferences", followers: ["push"]),
        (source: "location", name: "positions", followers: ["push"]),
    ]

    private func query(_ sql: String) async throws -> [[String]] { try await server.query(sql, database: database) }

    private func number(_ sql: String) async throws -> Int {
        try #require(Int(try await query(sql).first?.first ?? ""), "\(sql)")
    }

    func auditFeeds() async throws {
        for feed in Self.feeds {
            let highWater = try await number("SELECT high_water FROM \(feed.source).feeds WHERE name = '\(feed.name)'")
            let last = try await number("SELECT coalesce(max(sequence), 0) FROM \(feed.source).feed_\(feed.name)")
            #expect(last == highWater, "\(feed.name): the last row is \(last), the mark \(highWater)")
            for follower in feed.followers {
                var cursors: [[String]] = []
                let hasFollowed = try await eventually {
                    cursors = try await query(
                        "SELECT sequence, epoch FROM \(follower).feed_cursors WHERE feed = '\(feed.name)'")
                    // Without anything to follow there may be no cursor.
                    return cursors.first?.first == "\(highWater)" || (cursors.isEmpty && highWater == 0)
                }
                let lives = try await query("SELECT * FROM \(feed.source).feeds")
                #expect(hasFollowed, "\(follower) has followed \(feed.name) to \(cursors), of \(lives)")
            }
        }
    }

    /// Every acknowledged account exists, and no other except doubtful ones; the followers contain the same accounts, each
    /// once.
    func auditAccounts(acknowledged: Set<String>, doubted: Int) async throws {
        let accounts = Set(try await query("SELECT id FROM identity.account").map { $0[0] })
        let missing = acknowledged.subtracting(accounts)
        #expect(missing.isEmpty, "\(missing.count) of \(acknowledged.count) accounts are missing")
        let others = accounts.subtracting(acknowledged).count
        #expect(others <= doubted, "\(others) accounts that nobody was told of, and at most \(doubted) may be there")
        // The feed contains an account once, at its creation.
        let told = try await query("SELECT sequence, key FROM identity.feed_accounts ORDER BY sequence")
        #expect(told.map { $0[0] } == (0..<told.count).map { "\($0 + 1)" }, "the feed of accounts has a gap")
        #expect(Set(told.map { $0[1] }) == accounts, "the feed tells of the accounts that there are")
        let mirrored = Set(try await query("SELECT id FROM auth_session.account").map { $0[0] })
        #expect(mirrored == accounts, "auth-session knows the accounts that there are")
        for table in ["location.position", "preferences.preference", "push.recipient", "auth_session.session"] {
            let strangers = try await number(
                "SELECT count(*) FROM \(table) WHERE account NOT IN (SELECT id FROM identity.account)")
            #expect(strangers == 0, "\(table) has rows of accounts that there are not")
        }
    }

    func auditCopies() async throws {
        let positions = try await number(
            """
            SELECT count(*) FROM (SELECT * FROM location.position WHERE latitude IS NOT NULL) AS source
            FULL JOIN (SELECT * FROM push.recipient WHERE latitude IS NOT NULL) AS copy USING (account)
            WHERE (source.latitude, source.longitude, source.at)
                IS DISTINCT FROM (copy.latitude, copy.longitude, copy.position_at)
            """)
        #expect(positions == 0, "push has other positions than location")
        let preferences = try await number(
            """
            SELECT count(*) FROM (SELECT * FROM preferences.preference WHERE radius IS NOT NULL) AS source
            FULL JOIN (SELECT * FROM push.recipient WHERE radius IS NOT NULL) AS copy USING (account)
            WHERE (source.radius, source.categories, source.new_offers, source.local_events)
                IS DISTINCT FROM (copy.radius, copy.categories, copy.new_offers, copy.local_events)
            """)
        #expect(preferences == 0, "push has other preferences than preferences")
    }
}
