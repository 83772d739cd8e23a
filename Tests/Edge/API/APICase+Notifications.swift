// Who may ask what of preferences, positions, push devices, inboxes and announcements.

import Models

@testable import Edge

extension APICase {
    static let notifications = [
        APICase("GET", "notification-preferences"),
        APICase("PUT", "notification-preferences", PreferencesTests.body),
        APICase("GET", "notification-preferences/quiet-hours"),
        APICase(
            "PUT", "notification-preferences/quiet-hours",
            #"{"start":"22:00","end":"07:00","timeZone":"Europe/Paris"}"#),
        APICase("DELETE", "notification-preferences/quiet-hours"),
        APICase("GET", "notification-preferences/kinds"),
        APICase("PUT", "notification-preferences/kinds", #"{"kinds":[{"name":"orders","enabled":false}]}"#),
        APICase("GET", "notifications/topics"),
        APICase("PUT", "notifications/topics/{topic}", with: "news-1"),
        APICase("DELETE", "notifications/topics/{topic}", with: "news-1"),
        APICase("PUT", "push/tokens/{id}/tags", #"{"tags":["beta"]}"#, with: "t1", stranger: 404),
        APICase("GET", "users/me/position"),
        APICase("PUT", "users/me/position", #"{"latitude":48.85,"longitude":2.35}"#),
        APICase("DELETE", "users/me/position"),
        APICase("PUT", "users/me/position/consent", #"{"allowed":false}"#),
        APICase("POST", "push/register", #"{"token":"0123456789abcdef"}"#, owner: 201),
        APICase("POST", "push/test", #"{"type":"OFFER","offerId":123}"#, stranger: 404),
        APICase("GET", "push/tokens"),
        APICase("PATCH", "push/tokens/{id}", #"{"muted":true}"#, with: "t1", stranger: 404),
        APICase("DELETE", "push/tokens/{id}", with: "t1", stranger: 404),
        APICase("POST", "users/register-device-token", #"{"token":"0123456789abcdef","platform":"ios"}"#, owner: 201),
        APICase("DELETE", "users/register-device-token", #"{"token":"0123456789abcdef"}"#),
        APICase("GET", "users/me/devices"),
        APICase("DELETE", "users/me/devices/{id}", with: "t1", stranger: 404),
        APICase("POST", "push/live-activities", #"{"token":"0123456789abcdef","activityType":"A"}"#, owner: 201),
        APICase("DELETE", "push/live-activities/{activity}", with: "match-7"),
        APICase("GET", "notifications"),
        APICase("GET", "notifications/unread-count"),
        APICase("GET", "notifications/inquiries"),
        APICase("POST", "notifications/interactions", #"{"interactions":[{"notificationId":"a1","action":"opened"}]}"#),
        APICase("POST", "notifications/read-all"),
        APICase("POST", "notifications/{id}/read", with: "n1"),
    ]

    static let announcements = [
        APICase("GET", "offers", isForAnybody: true),
        APICase("GET", "offers/active", isForAnybody: true),
        APICase("GET", "offers/{id}", with: "42", isForAnybody: true),
        APICase("GET", "users/{id}", with: "7", isForAnybody: true),
        APICase("GET", "users/professionals/search", isForAnybody: true),
        APICase("GET", "users/professionals", isForAnybody: true),
        APICase("GET", "offers/professional/{id}/active", with: "7", isForAnybody: true),
        APICase("GET", "users/favorites", isForAnybody: true, asksNobody: true),
        APICase("GET", "ratings/user/{id}", with: "7", isForAnybody: true, asksNobody: true),
        APICase("GET", "ratings/user/{id}/average", with: "7", isForAnybody: true),
        APICase("GET", "users/professionals/categories-tree", isForAnybody: true, asksNobody: true),
        APICase("POST", "announcements", AnnouncementsTests.body, owner: 201, scopes: [.publish]),
        APICase("POST", "notifications/preview", #"{"content":{"texts":[{"title":"T"}]}}"#, scopes: [.publish]),
        APICase("POST", "push/channels", "{}", owner: 201, scopes: [.publish]),
        APICase("GET", "push/channels", scopes: [.support, .operate]),
        APICase("DELETE", "push/channels", #"{"channel":"Y2hhbm5lbA=="}"#, scopes: [.publish]),
        APICase(
            "POST", "push/channels/broadcasts",
            #"{"channel":"Y2hhbm5lbA==","content":{"pushType":"liveactivity","liveActivity":{"event":"update","#
                + #""activity":"m","state":{}}}}"#, scopes: [.publish]),
        APICase("GET", "announcements", scopes: [.publish, .support, .operate]),
        APICase("GET", "announcements/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("DELETE", "announcements/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("GET", "announcements/{id}/recipients/{account}", with: People.ada.text, scopes: [.support, .operate]),
        APICase("POST", "notifications", NotificationsTests.body, owner: 201, scopes: [.publish]),
        APICase("PUT", "notifications/series/{name}", SeriesTests.body, with: "s1", scopes: [.publish]),
        APICase("GET", "notifications/series", scopes: [.publish]),
        APICase("GET", "notifications/series/{name}", with: "s1", scopes: [.publish]),
        APICase("DELETE", "notifications/series/{name}", with: "s1", scopes: [.publish]),
        APICase("GET", "notifications/sent", scopes: [.publish, .support, .operate]),
        APICase("GET", "notifications/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("PUT", "notifications/{id}", NotificationsTests.body, with: "a1", scopes: [.publish]),
        APICase("GET", "notifications/{id}/results", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("GET", "notifications/{id}/events", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("DELETE", "notifications/{id}", with: "a1", scopes: [.publish, .support, .operate]),
        APICase("GET", "notifications/{id}/recipients/{account}", with: People.ada.text, scopes: [.support, .operate]),
        APICase(
            "POST", "notifications/topics/{topic}/accounts", #"{"add":["p1"]}"#, with: "members", scopes: [.publish]),
        APICase("POST", "notifications/tags", #"{"accounts":["p1"],"add":["vip"]}"#, scopes: [.publish]),
    ]
}
