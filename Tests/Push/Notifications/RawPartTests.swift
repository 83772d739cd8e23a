// The raw parts of a notification.

import Models
import Testing

@testable import Push

@Suite("The raw parts of a notification")
struct RawPartTests {
    @Test(
        "what Apple does not know, or the server writes, is refused with its place",
        arguments: [
            (#"{"aps":{"colour":1}}"#, "apns.aps has a member that is not known"),
            (#"{"aps":{"badge":"1"}}"#, "apns.aps.badge must be a number"),
            (#"{"aps":{"alert":{"title":1}}}"#, "apns.aps.alert.title must be a text"),
            (#"{"aps":{"alert":{"loc-args":[1]}}}"#, "apns.aps.alert.loc-args must be a list of texts"),
            (#"{"aps":[]}"#, "apns.aps must be an object"), (#"{"link":"x"}"#, "apns.link is written by the server"),
            (#"{"aps":{"timestamp":1}}"#, "not known or not to be set"),
            (#"{"aps":{"category":"c","category":"d"}}"#, "apns.aps.category is there twice"),
            (#"{"aps":{"badge":1}}"#, "apns.aps.badge stands in the content already"),
            (#"{"aps":{"alert":{"title":"x"}}}"#, "apns.aps.alert.title stands in the content already"),
            (#"{"aps":{"interruption-level":"loud"}}"#, "must be passive, active"),
            ("[]", "apns must be a JSON object"),
        ])
    func apns(_ part: String, _ says: String) {
        var content = NotificationContent.alert()
        content.apns = part
        #expect(refusal(of: content)?.message.contains(says) == true, "\(refusal(of: content)?.message ?? "taken")")
    }

    @Test(
        "what FCM does not know, what addresses a message and what the server writes is refused with its place",
        arguments: [
            (#"{"token":"x"}"#, "fcm has a member"), (#"{"topic":"x"}"#, "fcm has a member"),
            (#"{"condition":"x"}"#, "fcm has a member"), (#"{"android":{"ttl":"1s"}}"#, "fcm.android has a member"),
            (#"{"android":{"priority":"HIGH"}}"#, "fcm.android has a member"),
            (#"{"android":{"collapse_key":"x"}}"#, "fcm.android has a member"),
            (#"{"android":{"notification":{"sticky":"yes"}}}"#, "sticky must be true or false"),
            (#"{"android":{"notification":{"tag":"x"}}}"#, "fcm.android.notification.tag stands in the content"),
            (#"{"data":{"a":1}}"#, "fcm.data.a must be a text"), (#"{"data":{"from":"x"}}"#, "FCM keeps for itself"),
            (#"{"data":{"notificationId":"x"}}"#, "fcm.data.notificationId stands in the content"),
            (#"{"apns":{"headers":{"apns-topic":"x"}}}"#, "apns-topic is written by the server"),
            (#"{"apns":{"headers":{"APNS-Priority":"10"}}}"#, "is written by the server"),
            (#"{"apns":{"headers":{"authorization":"x"}}}"#, "is written by the server"),
            (#"{"apns":{"headers":{"apns-x":"a\nb"}}}"#, "must be a text of one line"),
            (#"{"apns":{"payload":{"aps":{"badge":1}}}}"#, "fcm.apns.payload.aps.badge stands in the content"),
            (#"{"apns":{"live_activity_token":"x"}}"#, "fcm.apns has a member"),
            (#"{"notification":{"title":"x"}}"#, "fcm.notification.title stands in the content"),
        ])
    func fcm(_ part: String, _ says: String) {
        var content = NotificationContent.alert()
        content.fcm = part
        #expect(refusal(of: content)?.message.contains(says) == true, "\(refusal(of: content)?.message ?? "taken")")
    }

    @Test("keys of the app's own strings pass through")
    func passing() throws {
        var content = NotificationContent.alert()
        content.badge = .unchanged
        content.apns = #"{"aps":{"alert":{"loc-key":"K","loc-args":["a"]},"badge":5,"filter-criteria":"f"}}"#
        #expect(refusal(of: content) == nil)
        #expect(
            try rendered(content).payload.hasPrefix(
                """
                {"aps":{"alert":{"title":"T","body":"B","loc-key":"K","loc-args":["a"]},"sound":"default","badge":5,\
                "filter-criteria":"f"}
                """))
    }
}
