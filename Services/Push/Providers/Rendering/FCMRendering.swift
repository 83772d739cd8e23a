import BaliseJSON
import Foundation
import Models

/// Renders for FCM (HTTP v1, projects.messages): for Android, and for iPhones that are reached through FCM.
enum FCMRendering {
    static func fill(
        _ push: inout RenderedPush, _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) throws(NotificationRendering.Failure) {
        let text = text.withoutSubtitle(unlessBodyIn: content.fcm)
        var message = JSONTree()
        if content.pushType == .alert { message.set("notification", notification(content, text)) }
        message.set("data", try data(content, text, occasion))
        message.set("apns", try apns(push, content, text, occasion))
        message.setEvenEmpty("android", android(push, content))
        try NotificationRendering.add(content.fcm, to: &message, "fcm")
        (push.payload, push.android) = (message.without("android").bytes, message.object("android").bytesOfMembers)
    }

    private static func notification(_ content: NotificationContent, _ text: FilledText) -> JSONTree {
        var notification = JSONTree()
        notification.set("title", text.title)
        notification.set("body", text.body)
        if !notification.isEmpty { notification.set("image", content.imageURL) }
        return notification
    }

    /// Returns the data. FCM accepts only texts, so other values are written as JSON.
    private static func data(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) throws(NotificationRendering.Failure) -> JSONTree {
        var data = JSONTree()
        data.set("notificationId", occasion.id)
        data.set("link", content.link)
        data.set("imageUrl", content.imageURL)
        data.set("actions", NotificationRendering.actions(text))
        guard let own = content.data?.value else { return data }
        var texts = JSONObject()
        for (name, value) in own.allMembers {
            texts.set(name, value.string ?? value.literal)
        }
        try NotificationRendering.add(JSONDetails(texts), to: &data, "data")
        return data
    }

    private static func apns(
        _ push: RenderedPush, _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) throws(NotificationRendering.Failure) -> JSONTree {
        var headers = JSONTree()
        for header in push.headers { headers.set(header.name, header.value) }
        // FCM's `notification` has no subtitle. So texts with a subtitle are also in the payload for Apple.
        var payload = JSONTree()
        payload.set("aps", NotificationRendering.aps(content, text, occasion, hasAlert: text.subtitle != nil))
        try NotificationRendering.add(content.apns, to: &payload, "apns")
        var apns = JSONTree()
        apns.set("headers", headers)
        apns.set("payload", payload)
        var options = JSONTree()
        options.set("image", content.imageURL)
        apns.set("fcm_options", options)
        return apns
    }

    private static func android(_ push: RenderedPush, _ content: NotificationContent) -> JSONTree {
        var android = JSONTree()
        android.set("collapse_key", push.collapseID)
        if content.pushType == .alert {
            var notification = JSONTree()
            notification.set("channel_id", content.android?.channel)
            notification.set("icon", content.android?.icon)
            notification.set("color", content.android?.color)
            notification.set("tag", content.android?.tag ?? push.collapseID)
            notification.set("image", content.android?.imageURL)
            if let sound = content.sound { notification.set("sound", sound.name) }
            android.set("notification", notification)
        }
        android.set("priority", push.priority == .immediate ? "HIGH" : "NORMAL")
        return android
    }
}

extension FilledText {
    /// A subtitle without a body becomes the body. If both exist, iPhones get the subtitle by their own payload. If
    /// `raw` has a body of its own, the texts stay unchanged.
    fileprivate func withoutSubtitle(unlessBodyIn raw: JSONDetails?) -> FilledText {
        guard body == nil, let subtitle else { return self }
        if let message = raw?.value {
            let android = message.member("android")?.member("notification")
            let bodies = [
                message.member("notification")?.member("body"), android?.member("body"),
                android?.member("body_loc_key"),
            ]
            guard bodies.allSatisfy({ $0 == nil }) else { return self }
        }
        var text = self
        (text.body, text.subtitle) = (subtitle, nil)
        return text
    }
}
