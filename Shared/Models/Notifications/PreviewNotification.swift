// A publisher wants to see what push devices would be sent.

/// Renders a notification for each kind of push device and each of its languages, and sends nothing.
///
/// Errors: `invalidRequest` for a content out of its rules or too large; `forbidden` for an interruption level that the
/// key may not use.
public struct PreviewNotification: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 60)
    public static let isIdempotent = true

    /// A kind of push device, by the way that leads there. The raw value is what publishers read.
    public enum Device: String, Codable, Sendable, CaseIterable {
        case apns
        /// An Apple device that is reached through FCM.
        case apnsThroughFCM = "apnsThroughFcm"
        case android
    }

    /// A header of a request to APNs.
    public struct Header: Codable, Hashable, Sendable {
        public var name: String
        public var value: String

        enum CodingKeys: Int, CodingKey { case name = 0, value }

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What one kind of push device would be sent in one language.
    public struct Rendering: Codable, Hashable, Sendable {
        public var device: Device
        /// Nil for a notification without texts.
        public var language: String?
        /// As APNs gets them; none for Android.
        public var headers: [Header]
        /// JSON: the payload for APNs, or the body for FCM without the token.
        public var payload: String
        /// In bytes, as it counts against `maximumSize`.
        public var size: Int
        public var maximumSize: Int

        enum CodingKeys: Int, CodingKey { case device = 0, language, headers, payload, size, maximumSize }

        public init(
            device: Device, language: String? = nil, headers: [Header], payload: String, size: Int, maximumSize: Int
        ) {
            self.device = device
            self.language = language
            self.headers = headers
            self.payload = payload
            self.size = size
            self.maximumSize = maximumSize
        }
    }

    /// In the order of the languages.
    public struct Reply: Codable, Sendable {
        public var renderings: [Rendering]

        enum CodingKeys: Int, CodingKey { case renderings = 0 }

        public init(renderings: [Rendering]) {
            self.renderings = renderings
        }
    }

    public var content: NotificationContent
    /// Whether it may break through a focus and through silence.
    public var mayInterrupt: Bool

    enum CodingKeys: Int, CodingKey { case content = 0, mayInterrupt }

    public init(content: NotificationContent, mayInterrupt: Bool) {
        self.content = content
        self.mayInterrupt = mayInterrupt
    }
}
