// What the server says in English, in French: refusals by their status or word for word, and what the calls of operators do.
// What is missing here stays English, and is marked as such.

const statuses = {
    400: "Le serveur refuse cette saisie.", 401: "Vous n’êtes pas connecté.", 403: "Vous n’avez pas le droit de faire cela.",
    404: "Le serveur ne trouve pas ce que vous demandez.", 405: "Cette adresse n’admet pas cette méthode.",
    408: "La requête a duré trop longtemps.", 409: "Cela contredit l’état actuel.", 413: "C’est trop grand pour le serveur.",
    415: "Le serveur n’accepte pas ce format.", 429: "Trop de demandes en peu de temps. Attendez un peu.",
    500: "Le serveur a rencontré une erreur.", 503: "Le serveur n’est pas prêt. Réessayez dans un instant.",
};

const texts = {
    "there is nothing at this address": "Il n’y a rien à cette adresse.",
    "this account does not exist": "Ce compte n’existe pas.",
    "this session does not exist": "Cette session n’existe pas.",
    "this passkey does not exist": "Cette clé d’accès n’existe pas.",
    "no notification has this id": "Aucune notification n’a cet identifiant.",
    "no announcement has this id": "Aucune annonce n’a cet identifiant.",
    "you are not signed in, or your session has ended; `balise console` prints a link":
        "Vous n’êtes pas connecté, ou votre session est terminée. `balise console` affiche un lien.",
    "this link was already used, or has expired; `balise console` prints another one":
        "Ce lien a déjà servi ou a expiré. `balise console` en affiche un autre.",
    "the sign-in took too long, or this attempt was used before; begin again":
        "La connexion a duré trop longtemps, ou cet essai a déjà servi. Recommencez.",
    "the API key of this passkey has none of the scopes view, assist and operate":
        "La clé d’API de cette clé d’accès n’a aucune des portées view, assist et operate.",
    "each of scopes has to be one of: publish, interrupt, operate, introspect, support, view, assist": "Choisissez au moins une portée.",
    "set backups.to (BALISE_BACKUPS_TO) to the place for backups, and start again":
        "Indiquez dans backups.to (BALISE_BACKUPS_TO) l’emplacement des sauvegardes, puis redémarrez.",
};

const summaries = {
    livez: "Vérifier que le processus fonctionne.", readyz: "Vérifier que tous les services sont prêts.",
    metrics: "Lire les métriques de tous les services, au format de Prometheus.",
    editAccount: "Modifier les noms et la langue d’un compte.",
    listInstallationPeople: "Lister les personnes qui utilisent une version de l’app ou du système.",
    getServerHistory: "Lire les nombres de requêtes, de connexions et de notifications d’une période.",
    listAPIKeys: "Lister les clés d’API, les plus récentes d’abord, avec celles qui ont pris fin depuis 90 jours.",
    createAPIKey: "Créer une clé d’API. Seule cette réponse montre son secret.", revokeAPIKey: "Révoquer aussitôt une clé d’API.",
    setWebhook: "Définir le webhook de l’éditeur de la clé.",
    getWebhook: "Lire le webhook de l’éditeur de la clé, avec les événements en attente et en échec.",
    removeWebhook: "Retirer le webhook de l’éditeur de la clé, avec ses événements en attente et en échec.",
    retryWebhook: "Renvoyer un événement en échec de l’éditeur, ou tous.",
    listAccounts: "Lister les comptes, les plus récents d’abord.",
    inviteAccount: "Créer un compte et envoyer à son utilisateur un lien pour choisir un mot de passe.",
    findAccount: "Lire un compte par son identifiant ou par un nom de connexion.",
    eraseAccount: "Effacer un compte. Ses sessions se terminent.",
    operatorGetErasure: "Lire l’avancement d’un effacement et son attestation.",
    sendPasswordLink: "Envoyer à un utilisateur un lien pour un nouveau mot de passe, ou une nouvelle invitation.",
    operatorExportAccount: "Télécharger toutes les données d’un compte dans une archive ZIP, pour son utilisateur.",
    listAccountSessions: "Lister les sessions d’un compte. Un compte inconnu n’en a pas.",
    endAccountSessions: "Terminer toutes les sessions d’un compte.", endAccountSession: "Terminer une session d’un compte.",
    listAccountDevices: "Lister les appareils d’un compte, pour les notifications et la localisation.",
    getAccountPreferences: "Lire les préférences de notification et les heures calmes d’un compte.",
    listAccountInbox: "Lister la boîte de réception d’un compte, le plus récent d’abord.",
    removeSecondStep: "Retirer la seconde étape d’un compte.", disableAccount: "Désactiver un compte. Ses sessions se terminent.",
    enableAccount: "Réactiver un compte désactivé.", beginAccountImport: "Commencer à importer les utilisateurs d’un autre produit.",
    importAccounts: "Importer une partie des utilisateurs.", endAccountImport: "Terminer un import d’utilisateurs.",
    findPushDevices: "Trouver à qui appartient un jeton de notification, avec le dernier envoi et le dernier échec.",
    getPushHealth: "Lire les nombres de notifications depuis le démarrage, par application et par identifiant.",
    testPushDevice: "Envoyer une notification de test à un appareil d’un compte.",
    countInstallations: "Compter les versions, systèmes et langues en usage.",
    listAuditEntries: "Lister ce que les opérateurs ont fait et consulté, le plus récent d’abord.",
    verifyAuditLog: "Vérifier une partie du journal d’audit.",
    streamMap: "Suivre en direct les appareils que leurs propriétaires laissent voir à l’opérateur.",
    listMapOwners: "Lister les propriétaires des appareils que l’opérateur peut voir.",
    getMapHistory: "Lire les positions passées d’un appareil que l’opérateur peut voir, les plus récentes d’abord.",
    listWarnings: "Lister les derniers avertissements et erreurs des journaux, les plus récents d’abord.",
    listChecks: "Lancer tous les contrôles et lister leurs résultats, les pires d’abord.",
    listSecurityEvents: "Lister les événements de sécurité, les plus récents d’abord.",
    operatorResetDeviceKey: "Donner une autre clé à un appareil dont l’utilisateur a perdu la sienne.",
    operatorRemoveDeviceKey: "Retirer la clé d’un appareil.", beginPlaceImport: "Commencer à importer les appareils d’un serveur Miataru.",
    importPlaces: "Importer une partie des appareils.", endPlaceImport: "Terminer un import d’appareils.",
    operatorAnnounce: "Annoncer une offre, un événement ou un professionnel au nom des opérateurs.",
    operatorCountAudience: "Compter les destinataires d’une annonce. Rien n’est envoyé.",
    operatorListNotifications: "Lister les notifications et annonces de tous, les plus récentes d’abord.",
    operatorSendNotification: "Envoyer une notification au nom des opérateurs.",
    operatorCountNotificationAudience: "Compter les destinataires d’une notification. Rien n’est envoyé.",
    operatorGetNotification: "Lire l’état d’une notification.",
    operatorChangeNotification: "Remplacer une notification des opérateurs qui n’a pas commencé.",
    operatorCancelNotification: "Annuler une notification. Ce qui n’est pas encore envoyé ne le sera pas.",
    operatorExplainNotification: "Savoir pourquoi un compte a reçu une notification ou non.",
    operatorListSeries: "Lister les séries de notifications, par éditeur et par nom.",
    operatorSetSeries: "Créer ou modifier une série de notifications des opérateurs.",
    operatorEndSeries: "Supprimer une série. Les notifications commencées continuent.",
    listSettings: "Lister les réglages du programme et l’origine de leurs valeurs.",
    listBackups: "Lister les sauvegardes de backups.to, la plus récente d’abord, avec la tâche en cours et les derniers résultats.",
    makeBackup: "Lancer une sauvegarde, que `GET /backups` permet de suivre.",
    verifyBackup: "Lancer la vérification d’une sauvegarde : ses sommes de contrôle et ses bases.",
    createConsoleLink: "Créer un lien vers la console. Il fonctionne une fois, pendant cinq minutes.",
    listConsoleSessions: "Lister les sessions de la console, les plus récentes d’abord.", endConsoleSession: "Terminer une session de la console.",
    listConsolePasskeys: "Lister les clés d’accès des opérateurs, les plus récentes d’abord.",
    removeConsolePasskey: "Retirer une clé d’accès d’un opérateur.",
    listSigningKeys: "Lister les clés qui vérifient les jetons d’accès, celle qui signe d’abord.",
    rotateSigningKey: "Créer une clé, qui signe désormais les jetons d’accès.",
    listMissingAccounts: "Lister les services qui ont encore des données de comptes qu’identity n’a plus.",
    eraseMissingAccounts: "Effacer les données que des services ont encore de ces comptes.",
    keepMissingAccounts: "Garder les données que des services ont encore de ces comptes.",
};

const tags = {
    "Account pages": "Pages du compte", Announcements: "Annonces", Circles: "Cercles", "Codes by mail": "Codes par courriel", Devices: "Appareils",
    Forwarders: "Transferts", Notifications: "Notifications", "Notifications of any kind": "Notifications de tout genre", Operations: "Exploitation",
    Pages: "Pages", Passkeys: "Clés d’accès", Passwords: "Mots de passe", Positions: "Positions", Profiles: "Profils",
    "Provider links": "Liens avec des fournisseurs", "Push devices": "Appareils de notification", "Second steps": "Deuxième étape",
    Sessions: "Sessions", "Share links": "Liens de partage", "Share pages": "Pages de partage", "Tracker apps": "Applications de suivi", Trackers: "Suivis",
};

export default {statuses, texts, summaries, tags};
