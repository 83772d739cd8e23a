@testable import Push

@Suite("Previews of notifications", .timeLimit(.minutes(10)))
struct PreviewServiceTests {
    @Test("A preview shows the bytes and the size for each provider and language")
    func bytes() async throws {
        try await PushHarness.run { push in
            let content = NotificationContent.alert([
                NotificationText(language: "en", title: "T"), NotificationText(language: "fr", title: "É"),
            ])
            let renderings = try await push.send(PreviewNotification(content: content, mayInterrupt: false)).previews
            #expect(
                renderings.map { "\($0.reaches) \($0.language ?? "")" }
                    == ["apns en", "apnsThroughFcm en", "android en", "apns fr", "apnsThroughFcm fr", "android fr"])
            let apple = try #require(renderings.first)
            #expect(apple.bytes == apple.payload.utf8.count && apple.maximumBytes == 4096)
            #expect(apple.headers.map(\.name).first == "apns-push-type")
            let android = try #require(renderings.last)
            #expect(android.headers.isEmpty && android.payload.hasPrefix(#"{"message":{"android":{"collapse_key":"#))
            #expect(android.payload.contains(#""ttl":"2419200s"},"notification":{"title":"É"}"#))
        }
    }

    @Test("A preview equals the sent push except for its id")
    func sameAsSent() async throws {
        try await PushHarness.runWithKinds { push in
            let people = [try await push.person("ada"), try await push.person("ben", token: "fcm-ben")]
            // The first language of hers that the content has.
            _ = try await push.send(
                RegisterPushToken.sample(people[0], token: "ada").with { $0.language = "br, fr-CA" })
            let previews = try await push.send(PreviewNotification(content: .whole, mayInterrupt: false)).previews
            var notification = OutgoingNotification.sample(.accounts(people))
            notification.content = .whole
            let sent = try await push.notify(notification)
            #expect(try await push.done(sent).counts.sent == 2)
            let id = try #require(sent.record).id.text
            func preview(_ device: PreviewedDevice) throws -> PreviewedNotification {
                let language = device == .apns ? "fr-CA" : "en"
                return try #require(previews.first { $0.reaches == device && $0.language == language })
            }
            func shown(_ device: PreviewedDevice) throws -> String {
                try preview(device).payload.replacing(String(repeating: "0", count: 32), with: id)
            }
            let apple = try #require(push.gateway.sent.first { $0.provider == .apns })
            #expect(try shown(.apns) == String(decoding: apple.payload, as: UTF8.self))
            #expect(try preview(.apns).bytes == apple.payload.count)
            let headers = try preview(.apns).headers
            #expect(
                headers == [
                    .init(name: "apns-push-type", value: apple.usedPushType.rawValue),
                    .init(name: "apns-priority", value: apple.priority.ofAPNs),
                    .init(name: "apns-expiration", value: String((apple.expiresAt?.rawValue ?? 0) / 1000)),
                    .init(name: "apns-collapse-id", value: apple.collapseID ?? ""),
                ])
            let google = try #require(push.gateway.sent.first { $0.provider == .fcm })
            let message = FCMMessages.body(
                payload: google.payload, android: google.android ?? Data(), token: nil,
                lifetime: FCMMessages.lifetime(until: google.expiresAt, at: push.clock.now()))
            #expect(try shown(.apnsThroughFCM) == String(decoding: message, as: UTF8.self))
            #expect(try shown(.android) == String(decoding: message, as: UTF8.self))
            #expect(try preview(.android).bytes == google.payload.count + (google.android?.count ?? 0))
        }
    }

    @Test("A preview is refused with the same words as sending, changing and repeating")
    func sameRefusals() async throws {
        try await PushHarness.runWithKinds { push in
            var notification = OutgoingNotification.sample(.everyone).starting(in: 3600, push.clock)
            let planned = try #require(try await push.notify(notification).record)
            notification.content.fcm = #"{"android":{"data":{"link":"app://x"}}}"#
            let series = NotificationSeries(
                kind: "orders", audience: .everyone, content: notification.content, rule: "FREQ=DAILY",
                start: LocalMoment(minutes: push.clock.now().rawValue / 60_000 + 60), timeZone: "UTC")
            let key = APIKeyID("k1")!
            func said(_ request: some ServiceRequest) async throws -> String? {
                try await serviceError { try await push.send(request) }?.message
            }
            func send(isDryRun: Bool) -> SendNotification {
                SendNotification(notification: notification, publisher: .sample, apiKey: key, isDryRun: isDryRun)
            }
            let all = [
                try await said(PreviewNotification(content: notification.content, mayInterrupt: false)),
                try await said(send(isDryRun: false)), try await said(send(isDryRun: true)),
                try await said(
                    ChangeNotification(id: planned.id, notification: notification, publisher: .sample, apiKey: key)),
                try await said(SetSeries(name: "tips", series: series, publisher: .sample, apiKey: key)),
            ]
            #expect(Set(all) == ["fcm.android.data.link is written by the server; leave it out"])
        }
    }
}
