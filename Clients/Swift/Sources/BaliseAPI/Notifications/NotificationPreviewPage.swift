public import BaliseJSON

/// The pushes that a notification would send: the answer of POST notifications/preview in an envelope.
public struct NotificationPreviewPage: JSONConvertible, Hashable {
    /// One for each language and kind of device.
    public var previews: [PreviewedNotification]

    /// Makes a body of these members.
    public init(previews: [PreviewedNotification]) { self.previews = previews }
}

/// The push for one kind of device in one language.
public struct PreviewedNotification: JSONConvertible, Hashable {
    /// The kind of push device.
    public var reaches: PreviewedDevice
    /// The language of the texts; nil for a notification without texts.
    public var language: String?
    /// The APNs headers, also if FCM sends them; empty for Android.
    public var headers: [PreviewedHeader]
    /// The exact bytes as text: the APNs payload, or the body of the FCM request without the token.
    public var payload: String
    /// The bytes that count against the limit.
    public var bytes: Int
    /// The limit.
    public var maximumBytes: Int

    /// Makes a body of these members; nil leaves one out.
    public init(
        reaches: PreviewedDevice, language: String? = nil, headers: [PreviewedHeader], payload: String, bytes: Int,
        maximumBytes: Int
    ) {
        self.reaches = reaches
        self.language = language
        self.headers = headers
        self.payload = payload
        self.bytes = bytes
        self.maximumBytes = maximumBytes
    }
}

/// A header of a request to APNs.
public struct PreviewedHeader: JSONConvertible, Hashable {
    /// For example `apns-priority`.
    public var name: String
    /// Its value.
    public var value: String

    /// Makes a body of these members.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
