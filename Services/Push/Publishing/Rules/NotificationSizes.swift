import Foundation
import Models

struct NotificationPreview: Sendable {
    var provider: PushProvider
    var language: String?
    var push: RenderedPush
}

enum NotificationSizes {
    static let anyID = opaqueIDText([UInt8](repeating: 0, count: 16))

    /// Throws `invalidRequest` with the size and language of the largest rendering that exceeds its limit.
    static func check(_ content: NotificationContent) throws(ServiceError) {
        // The badge and the times are the longest possible, so any later rendering is at most as large.
        let longest = RenderedOccasion(
            id: anyID, badge: NotificationRules.maximumBadge, beginsAt: UnixTime(milliseconds: 9_999_999_999_000),
            endsAt: UnixTime(milliseconds: 9_999_999_999_000))
        let bound = content.pushType.largestPayload
        let previews = try previews(of: content, longest)
        guard let largest = previews.max(by: { $0.push.size < $1.push.size }), largest.push.size > bound else { return }
        let language = largest.language.map { " in the language \($0)" } ?? ""
        throw NotificationRules.invalid(
            "the notification has \(largest.push.size) bytes for \(largest.provider.shown)\(language), and at most "
                + "\(bound) are taken; shorten its texts or its data")
    }

    /// Renders a preview for each language, in their order, and each provider. Throws `invalidRequest` if this fails.
    static func previews(
        of content: NotificationContent, _ occasion: RenderedOccasion
    ) throws(ServiceError) -> [NotificationPreview] {
        let texts: [NotificationText?] = content.texts.isEmpty ? [nil] : content.texts
        var previews: [NotificationPreview] = []
        for text in texts {
            for provider in PushProvider.allCases where provider == .apns || content.pushType.isForFCM {
                do throws(NotificationRendering.Failure) {
                    let push = try NotificationRendering.push(content, for: provider, in: text, occasion)
                    previews.append(NotificationPreview(provider: provider, language: text?.language, push: push))
                } catch {
                    throw refusal(error, in: text?.language)
                }
            }
        }
        return previews
    }

    private static func refusal(_ failure: NotificationRendering.Failure, in language: String?) -> ServiceError {
        let place = language.map { "the texts (\($0))" } ?? "the texts"
        return switch failure {
        case .text(.unknownArgument(let name)):
            NotificationRules.invalid(
                "\(place) name an argument that does not exist: {\(name.prefix(64))}", at: "texts")
        case .text(.openBrace):
            NotificationRules.invalid("\(place) have a { without its }; write {{ for a brace", at: "texts")
        case .collision(let path):
            NotificationRules.invalid("\(path) is already in the content; leave it out", at: path)
        }
    }
}

extension PushProvider {
    fileprivate var shown: String { self == .apns ? "APNs" : "FCM" }
}
