@testable import Push

@Suite("The raw parts of a notification")
struct RawPartTests {
    @Test(
        "An unknown or reserved member for APNs is refused with its path",
        arguments: [
            (#"{"aps":{"colour":1}}"#, "apns.aps has a member that is not known"),
            (#"{"aps":{"badge":"1"}}"#, "apns.aps.badge must be a number"),
            (#"{"aps":{"alert":{"title":1}}}"#, "apns.aps.alert.title must be a text"),
            (#"{"aps":{"alert":{"loc-args":[1]}}}"#, "apns.aps.alert.loc-args must be a list of texts"),
            (#"{"aps":[]}"#, "apns.aps must be an object"), (#"{"link":"x"}"#, "apns.link is written by the server"),
            (#"{"aps":{"timestamp":1}}"#, "not known or not to be set"),
            (#"{"aps":{"category":"c","category":"d"}}"#, "apns.aps.category is there twice"),
            (#"{"aps":{"badge":1}}"#, "apns.aps.badge is already in the content"),
            (#"{"aps":{"alert":{"title":"x"}}}"#, "apns.aps.alert.title is already in the content"),
            (#"{"aps":{"interruption-level":"loud"}}"#, "must be passive, active"),
            ("[]", "apns must be a JSON object"),
            (#"{"google.c.a.e":"1"}"#, "apns.google.c.a.e is a name that FCM keeps"),
        ])
    func apns(_ part: String, _ says: String) {
        var content = NotificationContent.alert()
        content.apns = JSONDetails(stringLiteral: part)
        #expect(refusal(of: content)?.message.contains(says) == true, "\(refusal(of: content)?.message ?? "taken")")
    }

    @Test(
        "An unknown, addressing or reserved member for FCM is refused with its path",
        arguments: [
            (#"{"token":"x"}"#, "fcm has a member"), (#"{"topic":"x"}"#, "fcm has a member"),
            (#"{"condition":"x"}"#, "fcm has a member"), (#"{"android":{"ttl":"1s"}}"#, "fcm.android has a member"),
            (#"{"android":{"priority":"HIGH"}}"#, "fcm.android has a member"),
            (#"{"android":{"collapse_key":"x"}}"#, "fcm.android has a member"),
            (#"{"android":{"notification":{"sticky":"yes"}}}"#, "sticky must be true or false"),
            (#"{"android":{"notification":{"tag":"x"}}}"#, "fcm.android.notification.tag is already in the content"),
            (#"{"data":{"a":1}}"#, "fcm.data.a must be a text"), (#"{"data":{"from":"x"}}"#, "FCM keeps for itself"),
            (#"{"data":{"aps":"x"}}"#, "fcm.data.aps is written by the server"),
            (#"{"android":{"data":{"google.x":"x"}}}"#, "fcm.android.data.google.x is a name that FCM keeps"),
            (#"{"webpush":{"data":{"gcm.x":"x"}}}"#, "fcm.webpush.data.gcm.x is a name that FCM keeps"),
            (
                #"{"apns":{"payload":{"gcm.message_id":"x"}}}"#,
                "fcm.apns.payload.gcm.message_id is a name that FCM keeps"
            ),
            (#"{"data":{"google.\u0301x":"x"}}"#, "is a name that FCM keeps"),
            (#"{"webpush":{"data":{"a":[]}}}"#, "fcm.webpush.data.a must be a text"),
            (#"{"webpush":{"headers":{"TTL":"1"}}}"#, "fcm.webpush.headers.TTL is written by the server"),
            (#"{"webpush":{"headers":{"Topic":"x"}}}"#, "fcm.webpush.headers.Topic is written by the server"),
            (#"{"webpush":{"headers":{"X":1}}}"#, "fcm.webpush.headers.X must be a text of one line"),
            (#"{"apns":{"headers":{"x-other":"x"}}}"#, "fcm.apns.headers.x-other is written by the server"),
            (#"{"apns":{"headers":{"apns-topic":"x"}}}"#, "apns-topic is written by the server"),
            (#"{"apns":{"headers":{"APNS-Priority":"10"}}}"#, "is written by the server"),
            (#"{"apns":{"headers":{"authorization":"x"}}}"#, "is written by the server"),
            (#"{"apns":{"headers":{"apns-x":"a\nb"}}}"#, "must be a text of one line"),
            (#"{"apns":{"payload":{"aps":{"badge":1}}}}"#, "fcm.apns.payload.aps.badge is already in the content"),
            (#"{"apns":{"live_activity_token":"x"}}"#, "fcm.apns has a member"),
            (#"{"notification":{"title":"x"}}"#, "fcm.notification.title is already in the content"),
        ])
    func fcm(_ part: String, _ says: String) {
        var content = NotificationContent.alert()
        content.fcm = JSONDetails(stringLiteral: part)
        #expect(refusal(of: content)?.message.contains(says) == true, "\(refusal(of: content)?.message ?? "taken")")
    }

    @Test(
        "The server's own names are refused in every part of FCM's message",
        arguments: ["notificationId", "link", "imageUrl", "actions"],
        [
            ("fcm.data", #"{"data":{"NAME":"x"}}"#), ("fcm.android.data", #"{"android":{"data":{"NAME":"x"}}}"#),
            ("fcm.webpush.data", #"{"webpush":{"data":{"NAME":"x"}}}"#),
            ("fcm.apns.payload", #"{"apns":{"payload":{"NAME":"x"}}}"#),
        ])
    func ownNames(_ name: String, _ part: (String, String)) {
        let (place, json) = part
        for spelling in [name, name.replacing("i", with: #"\u0069"#)] {
            var content = NotificationContent.alert()
            content.fcm = JSONDetails(json.replacing("NAME", with: spelling))
            #expect(refusal(of: content)?.message == "\(place).\(name) is written by the server; leave it out")
        }
    }

    @Test("Keys of the app's own strings pass through")
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
