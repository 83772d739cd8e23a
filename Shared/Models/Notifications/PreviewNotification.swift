/// Renders a notification for each kind of device and each language, and sends nothing.
///
/// Errors: `invalidRequest` for invalid or too large content; `forbidden` for an interruption level that the key may
/// not use.
public struct PreviewNotification: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 60)
    public static let isIdempotent = true

    /// A kind of push device, by the route of its pushes. The raw value is part of the API.
    public enum Device: String, Codable, Sendable, CaseIterable {
        case apns
        /// An Apple device that is reached through FCM.
        case apnsThroughFCM = "apnsThroughFcm"
        case android
    }

    /// An APNs header.
    public struct Header: Codable, Hashable, Sendable {
        public var name: String
        public var value: String

        enum CodingKeys: Int, CodingKey { case name = 0, value }

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The push for one kind of device in one language.
    public struct Rendering: Codable, Hashable, Sendable {
        public var device: Device
        /// Nil for a notification without texts.
        public var language: String?
        /// The APNs headers; empty for Android.
        public var headers: [Header]
        /// JSON: the APNs payload, or the FCM body without the token.
        public var payload: String
        /// The bytes that count against `maximumSize`.
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
    /// Whether the key may break through a focus and through silence.
    public var mayInterrupt: Bool

    enum CodingKeys: Int, CodingKey { case content = 0, mayInterrupt }

    public init(content: NotificationContent, mayInterrupt: Bool) {
        self.content = content
        self.mayInterrupt = mayInterrupt
    }
}
