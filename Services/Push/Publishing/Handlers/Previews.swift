import Foundation
import Models

extension PushContext {
    /// Exactly the bytes that would be sent now, to a user with one unread entry.
    func previewNotification(
        _ request: PreviewNotification, _ context: MessageContext
    ) async throws -> NotificationPreviewPage {
        let content = request.content
        try NotificationRules.check(content, mayInterrupt: request.mayInterrupt)
        let now = clock.now()
        let occasion = RenderedOccasion(
            id: NotificationSizes.anyID, badge: 1, beginsAt: now, endsAt: content.end(from: now))
        let previews = try NotificationSizes.previews(of: content, occasion)
        return NotificationPreviewPage(previews: previews.flatMap { renderings(of: $0, at: now) })
    }

    private func renderings(of preview: NotificationPreview, at now: UnixTime) -> [PreviewedNotification] {
        let push = preview.push
        func rendering(
            _ device: PreviewedDevice, _ headers: [PreviewedHeader], _ payload: Data
        ) -> PreviewedNotification {
            PreviewedNotification(
                reaches: device, language: preview.language, headers: headers,
                payload: String(decoding: payload, as: UTF8.self), bytes: push.size,
                maximumBytes: push.pushType.largestPayload)
        }
        guard preview.provider == .fcm else { return [rendering(.apns, headers(of: push, true), push.payload)] }
        let body = FCMMessages.body(
            payload: push.payload, android: push.android ?? Data(), token: nil,
            lifetime: FCMMessages.lifetime(until: push.expiresAt, at: now))
        return [rendering(.apnsThroughFCM, headers(of: push, false), body), rendering(.android, [], body)]
    }

    private func headers(of push: RenderedPush, _ hasTopic: Bool) -> [PreviewedHeader] {
        var headers = push.headers.map { PreviewedHeader(name: $0.name, value: $0.value) }
        if hasTopic, let topic = appTopic {
            headers.append(PreviewedHeader(name: "apns-topic", value: topic + push.pushType.topicSuffix))
        }
        return headers
    }
}
