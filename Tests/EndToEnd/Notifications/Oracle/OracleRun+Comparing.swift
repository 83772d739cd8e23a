extension OracleRun {
    mutating func compare() async throws {
        var records: [Announced] = []
        for one in sent { records.append(try await untilDecided(one)) }
        let arrivals = try OracleArrivals(at: notified)
        for (one, record) in zip(sent, records) {
            findings.compare("the counts", one.notification, expected: one.expectation.figures, found: record.figures)
            findings.compare(
                "for how many people it is", one.notification, expected: one.expectation.recipients,
                found: record.recipients)
            compareArrivals(arrivals[one.notification.mark], one)
            if !one.notification.isAnnouncement { try await compareResults(one) }
            if one.notification.isByPublisherAlone { try await comparePublishersView(one) }
            try await compareReasons(one)
        }
    }

    private mutating func compareArrivals(_ arrived: [String: Int], _ one: Sent) {
        var others = arrived
        for person in people {
            for device in person.pushDevices {
                let name = OracleArrivals.name(device.token, isSandbox: device.isSandbox)
                findings.compare(
                    "how often \(device.platform) was told", one.notification, person,
                    expected: one.expectation.ends[device.token] == .sent ? 1 : 0,
                    found: others.removeValue(forKey: name) ?? 0)
            }
        }
        findings.compare("what came to other tokens", one.notification, expected: [:], found: others)
    }

    private mutating func compareResults(_ one: Sent) async throws {
        let address = "\(notified.balise.http)/api/v1/notifications/\(one.id)/results"
        let answer = try await notified.balise.call(.GET, address, nil, ["x-api-key": office])
        try #require(answer.status == 200, "\(answer)")
        var ends: [String: String] = [:]
        for line in answer.body.split(separator: UInt8(ascii: "\n")) {
            let result = try JSON(reading: Array(line))
            let device = try #require(result["device"]?.text)
            #expect(ends[device] == nil, "\(one.notification) has two results for one push device")
            ends[device] = OracleRun.end(result)
        }
        for person in people {
            for device in person.pushDevices {
                findings.compare(
                    "the result on \(device.platform)", one.notification, person,
                    expected: one.expectation.ends[device.token]?.rawValue ?? "none",
                    found: ends.removeValue(forKey: device.id) ?? "none")
            }
        }
        findings.compare("what other push devices have", one.notification, expected: [:], found: ends)
    }

    fileprivate static func end(_ delivery: JSON) -> String {
        let (state, reason) = (delivery["state"]?.text ?? "no state", delivery["reason"]?.text ?? "no reason")
        return ["suppressed", "deferred"].contains(state) ? "\(state) \(reason)" : state
    }

    /// None below ten pushes, for invisible notifications or for selected people, and else only the number sent.
    private mutating func comparePublishersView(_ one: Sent) async throws {
        let answer = try await notified.publish(.GET, "notifications/\(one.id)", key: shop)
        try #require(answer.status == 200, "\(answer)")
        let count = one.expectation.ends.values.count { $0 == .sent }
        let isSilent = one.notification.isUnseen || one.notification.audience.isPicked
        let isTold = !isSilent && count >= 10
        let books = answer.data?["books"]
        let told = Announced.names.filter { books?[$0]?.integer.map { $0 != 0 } == true }
            .map { "\($0) \(books?[$0]?.integer ?? 0)" }
        findings.compare(
            "what its publisher is told to be counted", one.notification,
            expected: isTold ? ["accepted \(count)", "sent \(count)"] : [], found: told)
        findings.compare(
            "what its publisher is told not to be counted", one.notification,
            expected: isTold || isSilent ? nil : 10, found: answer.data?["fewerThan"]?.integer)
        findings.compare(
            "for how many people its publisher is told it is", one.notification, expected: nil,
            found: answer.data?["recipients"]?.integer)
    }

    /// Asks for the reason of one user for each reason, and of a nonexistent account.
    private mutating func compareReasons(_ one: Sent) async throws {
        for reason in Set(one.expectation.reasons).sorted() {
            let some = people.filter { one.expectation.reasons[$0.number] == reason }
            let person = random.one(of: some)
            let answer = try await explain(one, person.account)
            // An explanation lists the push devices of recipients only.
            let ends = person.pushDevices.compactMap {
                reason == "told" ? one.expectation.ends[$0.token]?.rawValue : nil
            }
            findings.compare(
                "the reason", one.notification, person,
                expected: [reason, "\(reason == "told")"] + ends.sorted(),
                found: [answer["reason"]?.text ?? "none", "\(answer["told"] == true)"]
                    + (answer["deliveries"]?.elements ?? []).map(OracleRun.end).sorted())
        }
        let answer = try await explain(one, OracleAudience.stranger(using: &random))
        findings.compare(
            "the reason of a stranger", one.notification, expected: "unknown-account", found: answer["reason"]?.text)
    }

    private func explain(_ one: Sent, _ account: String) async throws -> JSON {
        let path = "\(one.notification.path)/\(one.id)/recipients/\(account)"
        let answer = try await notified.publish(.GET, path, key: office)
        try #require(answer.status == 200, "\(path): \(answer)")
        return try #require(answer.data)
    }
}
