// What a screen of preferences shows at one moment.

public import BaliseAPI

/// The preferences as their person sees them, and how far they have come.
public struct PreferencesStatus: Hashable, Sendable {
    /// What the switches show.
    public internal(set) var shown: BalisePreferences
    /// Whether that is what the server keeps.
    public internal(set) var isSaved: Bool
    /// What became of the last change, when it could not be saved. After a refusal `shown` is what it was before;
    /// otherwise the change stays and is saved with the next one, or by ``PreferencesEditor/save()``.
    public internal(set) var problem: BaliseError?
}
