@testable import Edge

extension SampleCall {
    static let notifications = [
        SampleCall("GET", "notification-preferences"),
        SampleCall("PUT", "notification-preferences", PreferencesTests.body),
        SampleCall("GET", "notification-preferences/quiet-hours"),
        SampleCall(
            "PUT", "notification-preferences/quiet-hours",
            #"{"start":"22:00","end":"07:00","timeZone":"Europe/Paris"}"#),
        SampleCall("DELETE", "notification-preferences/quiet-hours"),
        SampleCall("GET", "notification-preferences/kinds"),
        SampleCall("PUT", "notification-preferences/kinds", #"{"kinds":[{"name":"orders","enabled":false}]}"#),
        SampleCall("GET", "notifications/topics"),
        SampleCall("PUT", "notifications/topics/{topic}", with: "news-1"),
        SampleCall("DELETE", "notifications/topics/{topic}", with: "news-1"),
        SampleCall("PUT", "push/tokens/{id}/tags", #"{"tags":["beta"]}"#, with: "t1", stranger: 404),
        SampleCall("GET", "users/me/position"),
        SampleCall("PUT", "users/me/position", #"{"latitude":48.85,"longitude":2.35}"#),
        SampleCall("DELETE", "users/me/position"),
        SampleCall("PUT", "users/me/position/consent", #"{"allowed":false}"#),
        SampleCall("POST", "push/register", #"{"token":"0123456789abcdef"}"#, owner: 201),
        SampleCall("POST", "push/test", #"{"type":"OFFER","offerId":123}"#, stranger: 404),
        SampleCall("GET", "push/tokens"),
        SampleCall("PATCH", "push/tokens/{id}", #"{"muted":true}"#, with: "t1", stranger: 404),
        SampleCall("DELETE", "push/tokens/{id}", with: "t1", stranger: 404),
        SampleCall(
            "POST", "users/register-device-token", #"{"token":"0123456789abcdef","platform":"ios"}"#, owner: 201),
        SampleCall("DELETE", "users/register-device-token", #"{"token":"0123456789abcdef"}"#),
        SampleCall("GET", "users/me/devices"),
        SampleCall("DELETE", "users/me/devices/{id}", with: "t1", stranger: 404),
        SampleCall("POST", "push/live-activities", #"{"token":"0123456789abcdef","activityType":"A"}"#, owner: 201),
        SampleCall("DELETE", "push/live-activities/{activity}", with: "match-7"),
        SampleCall("GET", "notifications"),
        SampleCall("GET", "notifications/unread-count"),
        SampleCall("GET", "notifications/inquiries"),
        SampleCall(
            "POST", "notifications/interactions", #"{"interactions":[{"notificationId":"a1","action":"opened"}]}"#),
        SampleCall("POST", "notifications/read-all"),
        SampleCall("POST", "notifications/{id}/read", with: "n1"),
    ]

    static let announcements = [
        SampleCall("GET", "offers", isForAnybody: true),
        SampleCall("GET", "offers/active", isForAnybody: true),
        SampleCall("GET", "offers/{id}", with: "42", isForAnybody: true),
        SampleCall("GET", "users/{id}", with: "7", isForAnybody: true),
        SampleCall("GET", "users/professionals/search", isForAnybody: true),
        SampleCall("GET", "users/professionals", isForAnybody: true),
        SampleCall("GET", "offers/professional/{id}/active", with: "7", isForAnybody: true),
        SampleCall("GET", "users/favorites", isForAnybody: true, asksNobody: true),
        SampleCall("GET", "ratings/user/{id}", with: "7", isForAnybody: true, asksNobody: true),
        SampleCall("GET", "ratings/user/{id}/average", with: "7", isForAnybody: true),
        SampleCall("GET", "users/professionals/categories-tree", isForAnybody: true, asksNobody: true),
        SampleCall("POST", "announcements", AnnouncementsTests.body, owner: 201, scopes: [.publish]),
        SampleCall("POST", "notifications/preview", #"{"content":{"texts":[{"title":"T"}]}}"#, scopes: [.publish]),
        SampleCall("POST", "push/channels", "{}", owner: 201, scopes: [.publish]),
        SampleCall("GET", "push/channels", scopes: [.support, .operate]),
        SampleCall("DELETE", "push/channels", #"{"channel":"Y2hhbm5lbA=="}"#, scopes: [.publish]),
        SampleCall(
            "POST", "push/channels/broadcasts",
            #"{"channel":"Y2hhbm5lbA==","content":{"pushType":"liveactivity","liveActivity":{"event":"update","#
                + #""activity":"m","state":{}}}}"#, scopes: [.publish]),
        SampleCall("GET", "announcements", scopes: [.publish, .support, .operate]),
        SampleCall("GET", "announcements/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall("DELETE", "announcements/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall(
            "GET", "announcements/{id}/recipients/{account}", with: People.ada.text, scopes: [.support, .operate]),
        SampleCall("POST", "notifications", NotificationsTests.body, owner: 201, scopes: [.publish]),
        SampleCall("PUT", "notifications/series/{name}", SeriesTests.body, with: "s1", scopes: [.publish]),
        SampleCall("GET", "notifications/series", scopes: [.publish]),
        SampleCall("GET", "notifications/series/{name}", with: "s1", scopes: [.publish]),
        SampleCall("DELETE", "notifications/series/{name}", with: "s1", scopes: [.publish]),
        SampleCall("GET", "notifications/sent", scopes: [.publish, .support, .operate]),
        SampleCall("GET", "notifications/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall("PUT", "notifications/{id}", NotificationsTests.body, with: "a1", scopes: [.publish]),
        SampleCall("GET", "notifications/{id}/results", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall("GET", "notifications/{id}/events", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall("DELETE", "notifications/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        SampleCall(
            "GET", "notifications/{id}/recipients/{account}", with: People.ada.text, scopes: [.support, .operate]),
        SampleCall(
            "POST", "notifications/topics/{topic}/accounts", #"{"add":["p1"]}"#, with: "members", scopes: [.publish]),
        SampleCall("POST", "notifications/tags", #"{"accounts":["p1"],"add":["vip"]}"#, scopes: [.publish]),
    ]
}
