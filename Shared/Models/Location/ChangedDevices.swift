/// The feed of devices with changes. A change in place, allowed list or claim contains only the device's id; `ReviewViews`
/// returns places and who may see them. The feed is in the memory of the process that made the changes (decision 29), so a
/// follower must follow each replica of location, from its current position.
public enum ChangedDevices {
    public static let feed = FeedName(rawValue: "devices")
}
