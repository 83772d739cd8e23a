import Foundation
import Models

extension PushContext {
    /// Replies with exactly the bytes that would be sent now, to a user with one unread entry.
    func previewNotification(
        _ request: PreviewNotification, _ context: MessageContext
    ) async throws -> PreviewNotification.Reply {
        let content = request.content
        try NotificationRules.check(content, mayInterrupt: request.mayInterrupt)
        let now = clock.now()
        let occasion = RenderedOccasion(
            id: NotificationSizes.anyID, badge: 1, beginsAt: now, endsAt: content.end(from: now))
        let previews = try NotificationSizes.previews(of: content, occasion)
        return PreviewNotification.Reply(renderings: try previews.flatMap { try renderings(of: $0, at: now) })
    }

    private func renderings(
        of preview: NotificationPreview, at now: UnixTime
    ) throws -> [PreviewNotification.Rendering] {
        let push = preview.push
        func rendering(
            _ device: PreviewNotification.Device, _ headers: [PreviewNotification.Header], _ payload: Data
        ) -> PreviewNotification.Rendering {
            PreviewNotification.Rendering(
                device: device, language: preview.language, headers: headers,
                payload: String(decoding: payload, as: UTF8.self), size: push.size,
                maximumSize: push.pushType.largestPayload)
        }
        guard preview.provider == .fcm else { return [rendering(.apns, headers(of: push, true), push.payload)] }
        let body = try FCMMessages.body(
            payload: push.payload, android: push.android ?? Data(), token: nil,
            lifetime: FCMMessages.lifetime(until: push.expiresAt, at: now))
        return [rendering(.apnsThroughFCM, headers(of: push, false), body), rendering(.android, [], body)]
    }

    /// - Parameter hasTopic: Whether the server sets the topic instead of FCM.
    private func headers(of push: RenderedPush, _ hasTopic: Bool) -> [PreviewNotification.Header] {
        var headers = [
            PreviewNotification.Header(name: "apns-push-type", value: push.pushType.rawValue),
            PreviewNotification.Header(
                name: "apns-priority", value: OutgoingPush.Urgency(push.priority).ofAPNs),
            PreviewNotification.Header(
                name: "apns-expiration", value: String((push.expiresAt?.rawValue ?? 0) / 1000)),
        ]
        if let id = push.collapseID {
            headers.append(PreviewNotification.Header(name: "apns-collapse-id", value: id))
        }
        if hasTopic, let topic = appTopic {
            headers.append(
                PreviewNotification.Header(name: "apns-topic", value: topic + push.pushType.topicSuffix))
        }
        return headers
    }
}
