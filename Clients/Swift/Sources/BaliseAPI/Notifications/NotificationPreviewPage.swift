// What POST notifications/preview answers, in an envelope.

public import BaliseJSON

/// What push devices would be sent with a notification.
public struct NotificationPreviewPage: JSONConvertible, Hashable {
    /// One for each language and kind of push device.
    public var previews: [PreviewedNotification]

    /// Makes a body of these members.
    public init(previews: [PreviewedNotification]) { self.previews = previews }
}

/// What one kind of push device would be sent in one language.
public struct PreviewedNotification: JSONConvertible, Hashable {
    /// The kind of push device.
    public var reaches: PreviewedDevice
    /// The language of the texts; nil for a notification without texts.
    public var language: String?
    /// The headers for APNs, also where FCM sends them; none for Android.
    public var headers: [PreviewedHeader]
    /// The very bytes, as a text: the payload for APNs, or the body of the request to FCM. In the latter the token is
    /// left out.
    public var payload: String
    /// How many bytes count against the bound.
    public var bytes: Int
    /// The bound.
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
    /// What stands behind it.
    public var value: String

    /// Makes a body of these members.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
