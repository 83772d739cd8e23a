import Models
import ServiceRuntime
import Storage

struct ForwarderTable {
    let connection: Connection

    /// `ON DELETE CASCADE` serves the version before, which does not know these tables.
    static let tables: SQL = """
        -- Whether reports of the device may be forwarded.
        ALTER TABLE device ADD COLUMN has_forwarders INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE forwarder (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            account TEXT NOT NULL,
            name TEXT NOT NULL,
            form TEXT NOT NULL,
            url TEXT NOT NULL,
            -- The address without path and query.
            origin TEXT NOT NULL,
            user_name TEXT,
            -- The password of Basic authentication, or the secret of the signature.
            secret TEXT,
            place_precision TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL DEFAULT 0,
            dropped INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            -- The next attempt, or the end of the lease of the process that sends. NULL if no place waits.
            next_at INTEGER,
            sent_at INTEGER,
            delivered_at INTEGER,
            problem TEXT
        ) STRICT;
        CREATE INDEX forwarder_by_device ON forwarder (device);
        CREATE INDEX forwarder_by_account ON forwarder (account);
        CREATE INDEX due_forwarder ON forwarder (next_at) WHERE next_at IS NOT NULL;

        CREATE TABLE forwarded_place (
            forwarder INTEGER NOT NULL REFERENCES forwarder (number) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            body TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            PRIMARY KEY (forwarder, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX forwarded_place_by_time ON forwarded_place (queued_at);
        """

    /// The notices of new forwarders that the push service has not taken yet. They stay if the forwarder is removed.
    static let messages: SQL = """
        CREATE TABLE forwarder_message (
            -- Of the forwarder, and of the notice.
            id TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            origin TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX forwarder_message_by_account ON forwarder_message (account);
        """

    private static let rows: SQL = """
        SELECT f.number, f.id, f.form, f.place_precision, f.url, f.user_name, f.secret, f.last_sequence, f.attempts, \
        f.next_at, d.id AS device_id, EXISTS (SELECT 1 FROM claim c WHERE c.device = f.device \
        AND c.account = f.account AND c.key_generation = d.key_generation AND c.is_closed = 0) AS is_active \
        FROM forwarder f JOIN device d ON d.number = f.device
        """

    private func find(_ number: Int64) throws(StorageError) -> ForwarderRow? {
        try connection.first("\(ForwarderTable.rows) WHERE f.number = \(number)", ForwarderRow.init)
    }

    func find(_ id: ForwarderID, device: Int64, of account: AccountID) throws(StorageError) -> ForwarderRow? {
        try connection.first(
            "\(ForwarderTable.rows) WHERE f.id = \(id) AND f.device = \(device) AND f.account = \(account)",
            ForwarderRow.init)
    }

    /// Returns the account's forwarders of a device, the latest first.
    func list(device: Int64, of account: AccountID) throws(StorageError) -> [Forwarder] {
        try connection.all(
            """
            SELECT f.id, d.id AS device_id, f.name, f.form, f.origin, f.place_precision, f.created_at, f.dropped, \
            f.sent_at, f.delivered_at, f.problem, CASE WHEN f.attempts > 0 THEN f.next_at END AS next_at, \
            (SELECT count(*) FROM forwarded_place p WHERE p.forwarder = f.number) AS waiting \
            FROM forwarder f JOIN device d ON d.number = f.device \
            WHERE f.device = \(device) AND f.account = \(account) ORDER BY f.number DESC
            """
        ) { row throws(StorageError) in
            try Forwarder(
                id: row["id"], device: row["device_id"], name: row["name"], form: row["form"], origin: row["origin"],
                precision: row["place_precision"], createdAt: row["created_at"], waiting: row["waiting"],
                dropped: row["dropped"], sentAt: row["sent_at"], deliveredAt: row["delivered_at"],
                problem: row["problem"], nextAt: row["next_at"])
        }
    }

    func origins(of account: AccountID) throws(StorageError) -> [String] {
        try connection.values("SELECT DISTINCT origin FROM forwarder WHERE account = \(account)")
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM forwarder WHERE account = \(account)") ?? 0
    }

    /// The number of the account's forwarders whose last attempt failed.
    func failingCount(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM forwarder WHERE account = \(account) AND problem IS NOT NULL") ?? 0
    }

    func insert(
        _ forwarder: CreateForwarder, _ id: ForwarderID, device: Int64, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO forwarder (id, device, account, name, form, url, origin, user_name, secret, place_precision, \
            created_at) VALUES (\(id), \(device), \(forwarder.account), \(forwarder.name), \(forwarder.form), \
            \(forwarder.url), \(ForwarderRules.origin(of: forwarder.url.value)), \(forwarder.user), \
            \(forwarder.password ?? forwarder.secret), \(forwarder.precision), \(now))
            """)
        try connection.run("UPDATE device SET has_forwarders = 1 WHERE number = \(device)")
        try connection.run(
            """
            INSERT INTO forwarder_message (id, account, device, origin, created_at) \
            SELECT f.id, f.account, d.id, f.origin, f.created_at FROM forwarder f \
            JOIN device d ON d.number = f.device WHERE f.id = \(id)
            """)
    }

    /// Removes a forwarder. After the last one, the marking of its device ends, so that the device takes earlier places.
    func remove(_ forwarder: ForwarderRow) throws(StorageError) {
        try delete("number = \(forwarder.number)")
        try connection.run(
            """
            UPDATE device SET has_forwarders = 0 WHERE id = \(forwarder.device) \
            AND NOT EXISTS (SELECT 1 FROM forwarder f WHERE f.device = device.number)
            """)
    }

    func removeAll(of account: AccountID) throws(StorageError) -> Int {
        let forwarders = try connection.all(
            "\(ForwarderTable.rows) WHERE f.account = \(account)", ForwarderRow.init)
        for forwarder in forwarders { try remove(forwarder) }
        return forwarders.count
    }

    /// Deletes forwarders with their places, by a condition on the columns of `forwarder`. Returns their number.
    @discardableResult
    func delete(_ condition: SQL) throws(StorageError) -> Int {
        try connection.run(
            "DELETE FROM forwarded_place WHERE forwarder IN (SELECT number FROM forwarder WHERE \(condition))")
        return try connection.run("DELETE FROM forwarder WHERE \(condition)")
    }

    func erase(_ account: String, in counts: inout ErasedRowCounts) throws(StorageError) {
        counts.add(try delete("account = \(account)"), of: "forwarder")
        try connection.run("DELETE FROM forwarder_message WHERE account = \(account)")
    }

    // MARK: Notices

    func newForwarders(limit: Int) throws(StorageError) -> [TellOfForwarder] {
        try connection.all(
            """
            SELECT id, account, device, origin, created_at FROM forwarder_message ORDER BY created_at, id \
            LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try TellOfForwarder(
                account: row["account"], id: row["id"], device: row["device"], origin: row["origin"],
                createdAt: row["created_at"])
        }
    }

    func deleteMessage(_ id: NotificationID) throws(StorageError) {
        try connection.run("DELETE FROM forwarder_message WHERE id = \(id)")
    }

    // MARK: Visitors

    /// The last attempt of each forwarder, the latest first, for the device's visitor list.
    func sends(device: Int64, atMost limit: Int) throws(StorageError) -> [GetVisitorHistory.NamedVisit] {
        try connection.all(
            """
            SELECT name, sent_at FROM forwarder WHERE device = \(device) AND sent_at IS NOT NULL \
            ORDER BY sent_at DESC, number DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try GetVisitorHistory.NamedVisit(name: row["name"], time: row["sent_at"])
        }
    }

    /// Deletes the waiting places, and removes the forwarders from the visitor list; returns how many were in it.
    func forgetSends(device: Int64) throws(StorageError) -> Int {
        try connection.run(
            "DELETE FROM forwarded_place WHERE forwarder IN (SELECT number FROM forwarder WHERE device = \(device))")
        return try connection.run(
            "UPDATE forwarder SET sent_at = NULL WHERE device = \(device) AND sent_at IS NOT NULL")
    }

    // MARK: Waiting places

    /// Queues new places of a device. Beyond `ForwarderRules.maximumWaiting`, the oldest waiting places are dropped.
    /// Without any forwarder left, the device is marked, so that later reports skip this.
    func queue(_ locations: [Location], device: Int64, at now: UnixTime) throws(StorageError) {
        let forwarders = try connection.all(
            "\(ForwarderTable.rows) WHERE f.device = \(device)", ForwarderRow.init)
        if forwarders.isEmpty {
            try connection.enqueue("UPDATE device SET has_forwarders = 0 WHERE number = \(device)")
        }
        for forwarder in forwarders where forwarder.isActive {
            let bodies = locations.compactMap { forwarder.body(of: $0, at: now) }
            let kept = bodies.suffix(ForwarderRules.maximumWaiting)
            if kept.isEmpty { continue }
            var last = forwarder.lastSequence
            for body in kept {
                last += 1
                try connection.enqueue(
                    """
                    INSERT INTO forwarded_place (forwarder, sequence, body, queued_at) \
                    VALUES (\(forwarder.number), \(last), \(body), \(now))
                    """)
            }
            let dropped = try connection.run(
                """
                DELETE FROM forwarded_place WHERE forwarder = \(forwarder.number) \
                AND sequence <= \(last - Int64(ForwarderRules.maximumWaiting))
                """)
            try connection.enqueue(
                """
                UPDATE forwarder SET last_sequence = \(last), dropped = dropped + \(dropped + bodies.count - kept.count), \
                next_at = coalesce(next_at, \(now)) WHERE number = \(forwarder.number)
                """)
        }
    }

    /// Returns due forwarders: first one of each account, then the second ones.
    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [DueForwarder] {
        try connection.all(
            """
            SELECT f.number, d.id, f.account FROM forwarder f JOIN device d ON d.number = f.device \
            JOIN claim c ON c.device = f.device AND c.account = f.account AND c.key_generation = d.key_generation \
            WHERE f.next_at <= \(now) AND c.is_closed = 0 \
            ORDER BY row_number() OVER (PARTITION BY f.account ORDER BY f.next_at), f.next_at LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try DueForwarder(number: row["number"], device: row["id"], account: row["account"])
        }
    }

    /// Returns the oldest waiting place and leases the forwarder, which is then in the visitor list. Nil if no place
    /// waits, or if another process sends.
    /// - Parameter lease: The lease that the caller holds; nil if it holds no lease.
    func take(_ number: Int64, holding lease: UnixTime?, at now: UnixTime) throws(StorageError) -> DuePlace? {
        guard let forwarder = try find(number), forwarder.isActive, let nextAt = forwarder.nextAt,
            lease == nil ? nextAt <= now : nextAt == lease
        else { return nil }
        let oldest = now.adding(seconds: -Webhook.lifetime)
        let end = now.adding(seconds: ForwarderRules.lease)
        let place = try connection.first(
            """
            SELECT sequence, body FROM forwarded_place WHERE forwarder = \(number) AND queued_at > \(oldest) \
            ORDER BY sequence LIMIT 1
            """
        ) { row throws(StorageError) -> DuePlace? in
            let sequence: Int64 = try row["sequence"]
            return try DuePlace(
                forwarder: forwarder, sequence: sequence, event: "msg_\(forwarder.id.text)_\(sequence)",
                body: row["body"], lease: end)
        }
        guard let place else {
            try connection.run(
                "UPDATE forwarder SET next_at = NULL, attempts = 0 WHERE number = \(number)")
            return nil
        }
        try connection.run("UPDATE forwarder SET next_at = \(end), sent_at = \(now) WHERE number = \(number)")
        return place
    }

    func isWaiting(since oldest: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM forwarded_place WHERE queued_at <= \(oldest) LIMIT 1")
    }

    /// Drops places that wait for too long, also of forwarders that rest.
    func drop(before oldest: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE forwarder SET dropped = dropped + (SELECT count(*) FROM forwarded_place p \
            WHERE p.forwarder = forwarder.number AND p.queued_at <= \(oldest)) \
            WHERE number IN (SELECT forwarder FROM forwarded_place WHERE queued_at <= \(oldest))
            """)
        try connection.run("DELETE FROM forwarded_place WHERE queued_at <= \(oldest)")
    }

    /// Deletes a place that the target has accepted, or has refused for good.
    func finish(_ place: DuePlace, problem: String?, at now: UnixTime) throws(StorageError) {
        let number = place.forwarder.number
        let deleted = try connection.run(
            "DELETE FROM forwarded_place WHERE forwarder = \(number) AND sequence = \(place.sequence)")
        try connection.run(
            """
            UPDATE forwarder SET attempts = 0, problem = \(problem), dropped = dropped + \(problem == nil ? 0 : deleted), \
            delivered_at = CASE WHEN \(problem) IS NULL THEN \(now) ELSE delivered_at END WHERE number = \(number)
            """)
    }

    func retry(_ place: DuePlace, because problem: String, at next: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE forwarder SET attempts = \(place.forwarder.attempts + 1), problem = \(problem), next_at = \(next) \
            WHERE number = \(place.forwarder.number) AND next_at = \(place.lease)
            """)
    }

    func recordSend(_ number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE forwarder SET sent_at = \(now) WHERE number = \(number)")
    }

    /// Ends a long pause, because the target accepts places again.
    func resume(_ number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE forwarder SET next_at = \(now) WHERE number = \(number) \
            AND next_at > \(now.adding(seconds: ForwarderRules.lease))
            """)
    }
}

struct DueForwarder: Hashable, Sendable {
    let number: Int64
    let device: DeviceID
    let account: AccountID
}

extension ForwarderRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        number = try row["number"]
        id = try row["id"]
        device = try row["device_id"]
        form = try row["form"]
        precision = try row["place_precision"]
        url = try row["url"]
        user = try row["user_name"]
        secret = try row["secret"]
        isActive = try row["is_active"]
        lastSequence = try row["last_sequence"]
        attempts = try row["attempts"]
        nextAt = try row["next_at"]
    }
}
