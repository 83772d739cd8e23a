// What may be sent over a channel of APNs.

import Models

/// The rules of channels.
enum BroadcastRules {
    /// What goes over a channel has neither a kind nor a topic to which a key could be limited.
    static func check(_ limits: PublishingLimits?) throws(ServiceError) {
        guard limits?.kinds == nil, limits?.topics == nil else {
            throw ServiceError(
                .forbidden, "this API key is limited to kinds or topics; channels are for keys without such limits")
        }
    }

    /// Channels are base64 (RFC 4648, section 4), of no length that Apple would promise.
    static func check(_ channel: BroadcastChannel) throws(ServiceError) {
        guard (1...256).contains(channel.id.utf8.count), channel.id.isASCIIAlphanumeric(or: "+/=-_") else {
            throw ServiceError(
                .invalidRequest, "channel must be the text that making the channel answered", field: "channel")
        }
    }

    /// Everybody who follows a channel is sent the same: one language, and nothing that starts an activity.
    static func check(_ content: NotificationContent) throws(ServiceError) {
        guard content.pushType == .liveactivity, content.liveActivity?.event != .start else {
            throw NotificationRules.invalid("a channel takes the update or the end of a Live Activity")
        }
        guard content.texts.count <= 1 else {
            throw NotificationRules.invalid("all who follow a channel read the same texts; give one language")
        }
        try NotificationRules.check(content, mayInterrupt: false)
    }
}
