import Models

enum BroadcastRules {
    /// Throws for a key limited to kinds or topics. A broadcast has no kind and no topic, so such a key cannot send it.
    static func check(_ limits: PublishingLimits?) throws(ServiceError) {
        guard limits?.kinds == nil, limits?.topics == nil else {
            throw ServiceError(
                .forbidden, "this API key is limited to kinds or topics; channels are for keys without such limits")
        }
    }

    /// Checks that the channel's id is Base64 (RFC 4648, section 4). Apple promises no length.
    static func check(_ channel: BroadcastChannel) throws(ServiceError) {
        guard (1...256).contains(channel.id.utf8.count), channel.id.isASCIIAlphanumeric(or: "+/=-_") else {
            throw .invalid(
                "channel must be the id that the server returned when the channel was created", field: "channel")
        }
    }

    /// Checks a content. All followers get the same, so it has one language and starts no activity.
    static func check(_ content: NotificationContent) throws(ServiceError) {
        guard content.pushType == .liveactivity, content.liveActivity?.event != .start else {
            throw NotificationRules.invalid("a channel accepts only the update or the end of a Live Activity")
        }
        guard content.texts.count <= 1 else {
            throw NotificationRules.invalid("all followers of a channel read the same texts; give one language")
        }
        try NotificationRules.check(content, mayInterrupt: false)
    }
}
