public import BaliseAPI

/// The preferences on the screen, and whether they are saved.
public struct PreferencesStatus: Hashable, Sendable {
    /// The values of the switches.
    public internal(set) var shown: NotificationChoices
    /// Whether the server has these values.
    public internal(set) var isSaved: Bool
    /// The failure of the last save. After a refusal `shown` has the former values. After other failures the change
    /// stays, and is saved with the next one or by ``PreferencesEditor/save()``.
    public internal(set) var problem: BaliseError?
}
